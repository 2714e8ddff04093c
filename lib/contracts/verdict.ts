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
