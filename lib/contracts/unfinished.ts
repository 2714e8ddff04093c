import { METRIC_NAMES, RUN_REASONS, type MetricName, type RunReason } from "#lib/names.ts";

/**
 * What the store and the documents have a field for and nothing computes yet. No page, filter, chart, command listing, or documentation shows
 * it, and no limit judges it; stored columns, enum values, and JSON fields stay. Remove an entry once it is computed.
 */
export const UNFINISHED = {
  metrics: ["lsn_regressed_keys"],
  runReasons: ["nightly"],
  /** Columns of `snapshot_facts`. */
  facts: ["carried"],
} as const satisfies { metrics: readonly MetricName[]; runReasons: readonly RunReason[]; facts: readonly string[] };

export type ShownRunReason = Exclude<RunReason, (typeof UNFINISHED.runReasons)[number]>;

const HIDDEN = new Set<string>([...UNFINISHED.metrics, ...UNFINISHED.runReasons]);

/** Whether a metric is computed, and so shown and judged. */
export function isShownMetric(name: MetricName): boolean {
  return !HIDDEN.has(name);
}

/** Whether runs are requested for this reason. */
export function isShownReason(reason: RunReason): reason is ShownRunReason {
  return !HIDDEN.has(reason);
}

export const SHOWN_METRIC_NAMES: readonly MetricName[] = METRIC_NAMES.filter(isShownMetric);
export const SHOWN_RUN_REASONS: readonly ShownRunReason[] = RUN_REASONS.filter(isShownReason);
