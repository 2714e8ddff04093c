import { CauseSwatch } from "#app/_ui/cause-swatch.tsx";
import { LinkTabs } from "#app/_ui/link-tabs.tsx";
import { causeWords } from "#lib/causes/find-declaration.ts";
import type { CauseName } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";
import type { CauseTab } from "./cause-tabs-view.ts";

/**
 * The causes of a list of keys as links, each with how many keys of the table have it and how many of them are kept. Nothing where all keys have
 * one cause: the list says it in each line.
 */
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
  if (tabs.length < 3 && chosen === null) return null;
  return (
    <LinkTabs
      label="Cause"
      tabs={tabs.map(({ cause, keys, kept }) => ({
        id: cause ?? "all",
        href: link(cause),
        chosen: cause === chosen,
        says: (
          <>
            {cause !== null && <CauseSwatch cause={cause} />}
            {cause === null ? "All" : causeWords(cause).label} <b>{keys === null ? "" : `${bound}${formatCount(keys)}`}</b>
            {kept !== keys && <small>{formatCount(kept)} kept</small>}
          </>
        ),
      }))}
    />
  );
}
