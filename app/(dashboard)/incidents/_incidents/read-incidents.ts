import type { Db } from "#db/client.ts";
import { countIncidents, listIncidents, type ListedIncident } from "#db/queries/incidents.ts";
import { incidentName } from "#lib/contracts/incident-number.ts";
import { NO_OWNER, type IncidentSearch } from "../search-params.ts";
import { checkTitle } from "#lib/incidents/check-title.ts";
import type { IncidentRow } from "./incident-row.ts";

/** Far more than a person reads; beyond it the page says so. */
const STANDING_MAX = 2000;
export const RESOLVED_MAX = 300;

export interface ReadIncidents {
  /** All that stand and, where they are asked for, those resolved last. */
  rows: IncidentRow[];
  /** Of all times, as asked for; null: not counted for tables without an owner. */
  resolved: number | null;
}

/** What the list of incidents is made of. */
export async function readIncidents(db: Db, { state, owner, tag, table, check }: IncidentSearch): Promise<ReadIncidents> {
  const [standing, ended, counts] = await Promise.all([
    listIncidents(db, { states: ["open", "acknowledged", "snoozed"], limit: STANDING_MAX }),
    state === "resolved" ? listIncidents(db, { states: ["resolved"], limit: RESOLVED_MAX }) : [],
    owner === NO_OWNER
      ? null
      : countIncidents(db, {
          states: ["resolved"],
          owner: owner ?? undefined,
          tag: tag ?? undefined,
          tableId: table ?? undefined,
          checks: check === null ? undefined : [check],
        }),
  ]);
  return { rows: [...standing, ...ended].map(toRow), resolved: counts?.resolved ?? null };
}

function toRow(incident: ListedIncident): IncidentRow {
  const { id, state, severity, subject, check, sentence, seen, lastOpenedAt, resolvedAt, snoozedUntil, assignee } = incident;
  return {
    id,
    name: incidentName(incident.number),
    state,
    severity,
    subject,
    check,
    checkTitle: checkTitle(check),
    sentence,
    since: seen.since?.committedAt ?? lastOpenedAt.toISOString(),
    openedAt: lastOpenedAt.toISOString(),
    endedAt: resolvedAt?.toISOString() ?? null,
    snoozedUntil: snoozedUntil?.toISOString() ?? null,
    keys: seen.keys,
    assignee,
  };
}
