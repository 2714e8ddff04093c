import type { Db } from "#db/client.ts";
import { listIncidentMarks, listOnIt, type IncidentMark } from "#db/queries/incident-marks.ts";
import { countIncidents, listIncidents, type ListedIncident } from "#db/queries/incidents.ts";
import { countOpenIncidents } from "#db/queries/open-incident-counts.ts";
import { incidentName } from "#lib/contracts/incident-number.ts";
import { INCIDENT_ENDS, isOver, UNRESOLVED_STATES } from "#lib/contracts/incident-state.ts";
import type { OnIt } from "#lib/contracts/on-it.ts";
import { markSince } from "#lib/contracts/since-mark.ts";
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
  ended: Record<(typeof INCIDENT_ENDS)[number], number> | null;
  /** Open incidents of sample tables that the top bar does not count. */
  leftOut: number;
}

/** What the list of incidents is made of. */
export async function readIncidents(db: Db, { state, owner, tag, table, check }: IncidentSearch, now: Date): Promise<ReadIncidents> {
  const [standing, ended, { leftOut }, counts] = await Promise.all([
    listIncidents(db, { states: UNRESOLVED_STATES, limit: STANDING_MAX }),
    state !== null && isOver(state) ? listIncidents(db, { states: [state], limit: RESOLVED_MAX }) : [],
    countOpenIncidents(db),
    owner === NO_OWNER
      ? null
      : countIncidents(db, {
          states: INCIDENT_ENDS,
          owner: owner ?? undefined,
          tag: tag ?? undefined,
          tableId: table ?? undefined,
          checks: check === null ? undefined : [check],
        }),
  ]);
  const [marks, onIt] = await Promise.all([
    listIncidentMarks(
      db,
      standing.flatMap(({ tableId }) => tableId ?? []),
      now,
    ),
    listOnIt(
      db,
      standing.map(({ id }) => id),
    ),
  ]);
  return {
    rows: [
      ...standing.map((incident) => toRow(incident, onIt.get(incident.id) ?? null, marks.get(incident.tableId ?? ""))),
      ...ended.map((incident) => toRow(incident, null, undefined)),
    ],
    ended: counts,
    leftOut,
  };
}

function toRow(incident: ListedIncident, onIt: OnIt | null, mark: IncidentMark | undefined): IncidentRow {
  const { id, state, severity, subject, check, sentence, seen, lastOpenedAt, resolvedAt } = incident;
  return {
    id,
    name: incidentName(incident.number),
    state,
    severity,
    subject,
    check,
    checkTitle: checkTitle(check),
    sentence,
    since: markSince(seen.since),
    openedAt: lastOpenedAt.toISOString(),
    endedAt: resolvedAt?.toISOString() ?? null,
    keys: seen.keys,
    onIt,
    silence: mark?.silence ?? null,
  };
}
