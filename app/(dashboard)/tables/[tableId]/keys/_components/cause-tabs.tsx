import Link from "next/link";
import { CauseSwatch } from "#app/_ui/cause-swatch.tsx";
import { causeWords } from "#lib/causes/find-declaration.ts";
import type { CauseName } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";
import type { CauseTab } from "./cause-tabs-view.ts";
import classes from "./link-tabs.module.css";

/** The causes of a list of keys as links, each with how many keys of the table have it and how many of them are kept. */
export function CauseTabs({
  tabs,
  chosen,
  bound,
  link,
}: {
  tabs: readonly CauseTab[];
  chosen: CauseName | null;
  /** Before a count that is only a bound. */
  bound: string;
  link: (cause: CauseName | null) => string;
}) {
  if (tabs.length < 2) return null;
  return (
    <nav className={classes["tabs"]} aria-label="Cause">
      {tabs.map(({ cause, keys, kept }) => (
        <Link key={cause ?? "all"} href={link(cause)} aria-current={cause === chosen ? "true" : undefined} prefetch={false}>
          {cause !== null && <CauseSwatch cause={cause} />}
          {cause === null ? "All" : causeWords(cause).label} <b>{keys === null ? "" : `${bound}${formatCount(keys)}`}</b>
          {kept !== keys && <small>{formatCount(kept)} kept</small>}
        </Link>
      ))}
    </nav>
  );
}
