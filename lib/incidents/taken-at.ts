import type { OnIt } from "#lib/contracts/on-it.ts";
import type { IncidentEventKind } from "#lib/names.ts";

/** An entry of a timeline that changes who works on the incident. Times ISO 8601. */
export interface TakingEntry {
  kind: IncidentEventKind;
  at: string;
  by: string | null;
  /** Of a snooze. */
  until: string | null;
  /** Of an assignment; null: it was taken away. */
  assignee: string | null;
}

/** The kinds that `takenAfter` reads. */
export const TAKING_KINDS = [
  "opened",
  "reopened",
  "acknowledged",
  "snoozed",
  "woken",
  "assigned",
] as const satisfies readonly IncidentEventKind[];

/** Who worked on an incident after these entries, oldest first: what its stored row says once the last of them was applied. Pure. */
export function takenAfter(entries: readonly TakingEntry[]): OnIt {
  const onIt: OnIt = { acknowledged: null, assignee: null, snoozed: null };
  for (const { kind, at, by, until, assignee } of entries) {
    if (kind === "assigned") {
      onIt.assignee = assignee;
      continue;
    }
    onIt.acknowledged = kind === "acknowledged" && by !== null ? { by, at: new Date(at).toISOString() } : null;
    onIt.snoozed = kind === "snoozed" && until !== null ? { until: new Date(until).toISOString(), by } : null;
  }
  return onIt;
}
