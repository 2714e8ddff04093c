import type { MetricName } from "#lib/metrics.ts";
import type { FindingKind, IncidentCheck, Severity } from "#lib/names.ts";

/** One number that is found wrong, as data: stored with the incident that it belongs to. */
export interface Finding {
  check: IncidentCheck;
  kind: FindingKind;
  severity: Severity;
  /** null: of `runs` and `catalog`. */
  metric: MetricName | null;
  /** The key of the table that it is about; null: the table as a whole. */
  key: { id: string; name: string } | null;
  value: number | null;
  /** `at least`: the true number is this or more. */
  bound: "at least" | null;
  /** What was reached; null where the number was judged by its past. */
  limit: number | null;
  /** What its past lets expect; null where it was judged by a limit. */
  expected: { low: number; high: number } | null;
  /** For a person who reads nothing else. */
  sentence: string;
}
