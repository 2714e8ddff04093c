import type { Finding } from "#lib/contracts/finding.ts";
import type { IncidentSince } from "#lib/contracts/since.ts";
import type { MetricName } from "#lib/metrics.ts";
import type { Severity } from "#lib/names.ts";

/**
 * Worst first. `alert` and `warning`: a limit is crossed, by the severity of the worst finding. `unknown`: no trusted answer.
 * `accepted`: beyond a limit, within a level that a person accepted for now. `ok`: within all limits.
 */
export const VERDICT_STATES = ["alert", "warning", "unknown", "accepted", "ok"] as const;
export type VerdictState = (typeof VERDICT_STATES)[number];

export const VERDICT_WORDS: Readonly<Record<VerdictState, string>> = {
  alert: "Alert",
  warning: "Warning",
  unknown: "Unknown",
  accepted: "Accepted",
  ok: "OK",
};

/** Names of states in links and closed reviews of earlier versions. */
const EARLIER_NAMES: Readonly<Record<string, VerdictState>> = { wrong: "alert", soon: "warning", unsure: "unknown", fine: "ok" };

/** The state that a name from an earlier version means today; any other value is returned unchanged. */
export function currentState<T>(name: T): T | VerdictState {
  return typeof name === "string" ? (EARLIER_NAMES[name] ?? name) : name;
}

/** What a person accepts of a metric for now. `until` is UTC, ISO 8601. */
export interface Accepted {
  level: number;
  by: string;
  why: string;
  until: string;
}

/** A metric that would be wrong without what a person accepts of it. */
export interface AcceptedMetric extends Accepted {
  metric: MetricName;
  value: number;
}

/** A finding with the commit that crossed the very limit it names; null: the stored facts do not tell. */
export interface DatedFinding extends Finding {
  since: IncidentSince | null;
}

/**
 * What one observation says about one key, judged once and stored with it. `metric`, `value`, `limit`, `expected` and `since` are those of the
 * worst finding, or of the first accepted metric; null where there is neither. Silences, snoozes and acknowledgements belong to the incident.
 */
export interface Verdict {
  state: VerdictState;
  /** null unless the state is `alert` or `warning`. */
  severity: Severity | null;
  metric: MetricName | null;
  value: number | null;
  /** The limit that applies; null where the number was judged by its past. */
  limit: number | null;
  expected: { low: number; high: number } | null;
  since: IncidentSince | null;
  /** What is wrong and how much, without its date and without the name of the key. */
  sentence: string;
  /** Worst first. */
  findings: readonly DatedFinding[];
  /** In the order of the checks. */
  accepted: readonly AcceptedMetric[];
  /** Judged later than it was observed, by the limits of then: it opened no incident. */
  judgedAfterwards: boolean;
}
