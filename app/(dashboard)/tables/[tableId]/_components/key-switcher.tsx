import Link from "next/link";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { tableLink } from "#lib/contracts/links.ts";
import { VERDICT_WORDS, type VerdictState } from "#lib/contracts/verdict.ts";
import type { PageQuery } from "./page-query.ts";
import classes from "./key-switcher.module.css";

/** The keys of a table that has several, each with how it stands; nothing for one key. */
export function KeySwitcher({
  tableId,
  keys,
  chosen,
  query,
}: {
  tableId: string;
  keys: readonly { name: string; promise: string; state: VerdictState }[];
  chosen: string;
  query: PageQuery;
}) {
  if (keys.length < 2) return null;
  const kept = { range: query.range, ...(query.by !== "commit" && { by: query.by }) };
  return (
    <nav className={classes["keys"]} aria-label="Keys of this table">
      {keys.map(({ name, promise, state }) => (
        <Link
          key={name}
          href={tableLink(tableId, { key: name, ...kept })}
          aria-current={name === chosen ? "true" : undefined}
          prefetch={false}
        >
          <StateIcon state={state} />
          {name}
          <span className="visually-hidden">: {VERDICT_WORDS[state].toLowerCase()}</span>
          {promise === "none" && <small>not promised unique</small>}
        </Link>
      ))}
    </nav>
  );
}
