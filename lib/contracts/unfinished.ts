import { RUN_REASONS, type RunReason } from "#lib/names.ts";

/**
 * What the store and the documents have a field for and nothing computes yet; a metric says so in its declaration. No page, filter, listing, or
 * documentation shows it; stored columns, enum values, and JSON fields stay. Remove an entry once it is computed.
 */
export const UNFINISHED = {
  runReasons: ["nightly"],
  /** Columns of `snapshot_facts`. */
  facts: ["carried"],
} as const satisfies { runReasons: readonly RunReason[]; facts: readonly string[] };

export type ShownRunReason = Exclude<RunReason, (typeof UNFINISHED.runReasons)[number]>;

const HIDDEN = new Set<string>(UNFINISHED.runReasons);

/** Whether runs are requested for this reason. */
export function isShownReason(reason: RunReason): reason is ShownRunReason {
  return !HIDDEN.has(reason);
}

export const SHOWN_RUN_REASONS: readonly ShownRunReason[] = RUN_REASONS.filter(isShownReason);
