import { INCIDENT_STATES, type IncidentState } from "#lib/names.ts";

/** The states that end an incident. */
export const INCIDENT_ENDS = ["resolved", "accepted"] as const satisfies readonly IncidentState[];

/** The states of an incident that still needs somebody. */
export const UNRESOLVED_STATES: readonly IncidentState[] = INCIDENT_STATES.filter((state) => !isOver(state));

/** Whether an incident in this state has ended. */
export function isOver(state: IncidentState): state is (typeof INCIDENT_ENDS)[number] {
  return state === "resolved" || state === "accepted";
}
