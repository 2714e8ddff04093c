import type { StoredFacts } from "#db/queries/facts.ts";
import type { KeyPromise } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";

/** `18,412 duplicated keys`, as sure as the reading was. Pure. */
export function sayTitle(facts: StoredFacts | null): string {
  const keys = facts?.values.duplicated_keys ?? null;
  if (facts === null || keys === null) return "Duplicated keys";
  if (keys === 0) return "No duplicated keys";
  const { direction } = facts.trust;
  const sure = direction === null ? "" : direction === "at least" ? "At least " : "At most ";
  return `${sure}${formatCount(keys)} duplicated ${keys === 1 ? "key" : "keys"}`;
}

/** What it costs and how much of it the list holds. Pure. */
export function sayHarm(facts: StoredFacts | null, { promise, kept }: { promise: KeyPromise; kept: number | null }): string {
  const keys = facts?.values.duplicated_keys ?? null;
  const surplus = facts?.values.surplus_rows ?? null;
  // The face below says it.
  if (keys === 0) return "";
  const harm =
    surplus === null
      ? ""
      : promise === "unique"
        ? `${formatCount(surplus)} ${surplus === 1 ? "row" : "rows"} too many. `
        : `${formatCount(surplus)} more rows than keys, which this table may have: its key promises nothing. `;
  if (kept === null) return harm.trim();
  if (keys !== null && kept >= keys) return `${harm}The list shows all of them.`;
  const kind = `${formatCount(kept)} ${kept === 1 ? "key" : "keys"} kept with this run`;
  return `${harm}The list shows ${kind}; search and export reach all of them.`;
}
