import type { StoredFacts } from "#db/queries/facts.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import type { KeyPromise } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";
import { sayCountedTwice } from "#lib/causes/harm.ts";
import { capital } from "#lib/words.ts";

/** `18,412 duplicated keys`, as sure as the reading was. Pure. */
export function sayTitle(facts: StoredFacts | null): string {
  const keys = facts?.values.duplicated_keys ?? null;
  if (facts === null || keys === null) return "Duplicated keys";
  if (keys === 0) return isKnownUnique(facts) ? "No duplicated keys" : "No duplicated keys found";
  return capital(`${sayBound(facts)}${formatCount(keys)} duplicated ${keys === 1 ? "key" : "keys"}`);
}

/** Whether a count of no duplicated keys means that there are none: nothing was left out, and the reading can be trusted. Pure. */
export function isKnownUnique({ trust }: Pick<StoredFacts, "trust">): boolean {
  return trust.level !== "untrusted" && trust.direction !== "at least";
}

/** `at least ` or `at most ` before a count that is only a bound. Pure. */
export function sayBound({ trust }: Pick<StoredFacts, "trust">): string {
  return trust.direction === null ? "" : `${trust.direction} `;
}

export interface HarmContext {
  promise: KeyPromise;
  /** Keys that the list holds; null: there is none. */
  kept: number | null;
  /** null: they are not told. */
  causes?: CauseFacts | null;
}

/** What it costs and how much of it the list holds. Pure. */
export function sayHarm(facts: StoredFacts | null, { promise, kept, causes = null }: HarmContext): string {
  const keys = facts?.values.duplicated_keys ?? null;
  const surplus = facts?.values.surplus_rows ?? null;
  // The face below says it.
  if (keys === 0) return "";
  const bound = facts === null ? "" : sayBound(facts);
  const harm =
    surplus === null
      ? ""
      : promise === "unique"
        ? `${capital(bound)}${formatCount(surplus)} ${surplus === 1 ? "row" : "rows"} too many. `
        : `${capital(bound)}${formatCount(surplus)} more rows than keys, which this table may have: its key promises nothing. `;
  const twice = promise === "unique" && causes !== null ? sayCountedTwice(causes) : "";
  const cost = `${harm}${twice}${twice === "" ? "" : " "}`;
  if (kept === null) return cost.trim();
  if (keys !== null && kept >= keys && bound !== "at least ") return `${cost}The list shows all of them.`;
  const kind = `${formatCount(kept)} ${kept === 1 ? "key" : "keys"} kept with this run`;
  return `${cost}The list shows ${kind}; search and export reach all of them.`;
}
