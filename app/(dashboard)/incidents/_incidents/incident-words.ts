import type { VerdictState } from "#lib/contracts/verdict.ts";
import type { IncidentState, Severity } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";

export const STATE_WORDS: Record<IncidentState, string> = {
  open: "Open",
  acknowledged: "Acknowledged",
  snoozed: "Snoozed",
  resolved: "Resolved",
  accepted: "Accepted",
};

export const SEVERITY_WORDS: Record<Severity, string> = { alert: "Alert", warn: "Warning" };

/** The shape that an incident has: its severity's while it stands, a tick once it is resolved. Pure. */
export function shapeOf({ state, severity }: { state: IncidentState; severity: Severity }): VerdictState {
  if (state === "resolved") return "ok";
  if (state === "accepted") return "accepted";
  return severity === "alert" ? "alert" : "warning";
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span of time in its two largest units: `3 d 6 h`, `2 h 10 min`, `12 min`, `40 s`. Milliseconds in; never below 0. Pure. */
export function formatSpan(milliseconds: number): string {
  const span = Math.max(0, milliseconds);
  const [large, small, largeWord, smallWord] =
    span >= DAY
      ? [DAY, HOUR, "d", "h"]
      : span >= HOUR
        ? [HOUR, MINUTE, "h", "min"]
        : span >= MINUTE
          ? [MINUTE, MINUTE, "min", ""]
          : [SECOND, SECOND, "s", ""];
  const whole = Math.floor(span / large);
  const rest = Math.floor((span % large) / small);
  return rest === 0 || smallWord === "" ? `${whole} ${largeWord}` : `${whole} ${largeWord} ${rest} ${smallWord}`;
}

/** How many incidents are unresolved, and of which kind, in a sentence. Pure. */
export function sayIncidents(unresolved: readonly { state: IncidentState; severity: Severity }[]): string {
  const many = (count: number, of: string): string[] => (count === 0 ? [] : [`${formatCount(count)} ${of}`]);
  const count = (state: IncidentState) => unresolved.filter((one) => one.state === state).length;
  if (unresolved.length === 0) return "No unresolved incidents.";
  const alerts = unresolved.filter(({ severity }) => severity === "alert").length;
  const states = [...many(count("open"), "open"), ...many(count("acknowledged"), "acknowledged"), ...many(count("snoozed"), "snoozed")];
  const are = alerts === 0 ? "no alerts" : `${formatCount(alerts)} ${alerts === 1 ? "alert" : "alerts"}`;
  return `${formatCount(unresolved.length)} unresolved, ${are}: ${states.join(", ")}.`;
}
