import Link from "next/link";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { overviewQueryLink, type OverviewQuery } from "#lib/contracts/overview-query.ts";
import { VERDICT_STATES, VERDICT_WORDS, type VerdictState } from "#lib/contracts/verdict.ts";
import { formatCount } from "#lib/units.ts";
import classes from "#app/_ui/list-tools.module.css";

/** How many tables are in each state among those that the other filters leave, each a link to those alone. */
export function StateFilter({ query, counts }: { query: OverviewQuery; counts: Record<VerdictState, number> }) {
  const all = VERDICT_STATES.reduce((sum, state) => sum + counts[state], 0);
  return (
    <nav className={classes["segments"]} aria-label="State">
      <Link
        href={overviewQueryLink(query, { state: null })}
        aria-current={query.state === null ? "true" : undefined}
        prefetch={false}
        scroll={false}
      >
        All {formatCount(all)}
      </Link>
      {VERDICT_STATES.map((state) => (
        <Link
          key={state}
          href={overviewQueryLink(query, { state })}
          aria-current={query.state === state ? "true" : undefined}
          prefetch={false}
          scroll={false}
        >
          <StateIcon state={state} /> {VERDICT_WORDS[state]} {formatCount(counts[state])}
        </Link>
      ))}
    </nav>
  );
}
