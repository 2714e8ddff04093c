import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, lte, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import { incidents, UNRESOLVED } from "../schema/incidents.ts";
import { silences } from "../schema/silences.ts";
import { tables } from "../schema/tables.ts";
import { incidentName } from "#lib/contracts/incident-number.ts";
import type { ActiveSilence, OnIt, TakenIncident } from "#lib/contracts/on-it.ts";
import type { IncidentCheck, IncidentState, Severity } from "#lib/names.ts";

/** An unresolved incident with who works on it. */
export interface MarkedIncident extends TakenIncident {
  check: IncidentCheck;
  state: IncidentState;
  severity: Severity;
}

/** What a table shows of its incidents besides its verdict. */
export interface IncidentMark {
  /** Unresolved, the gravest first, of equals the one opened last; may be empty. */
  incidents: readonly MarkedIncident[];
  /** null: notifications are on. */
  silence: ActiveSilence | null;
}

// Names with their tables: drizzle leaves these out where it selects from one table.
const SNOOZED_BY = sql<string | null>`case when "incidents"."state" = 'snoozed' then (
  select entry."by" from incident_events entry
  where entry.incident_id = "incidents"."id" and entry.kind = 'snoozed' order by entry.id desc limit 1) end`;

/** What tells who works on an incident, for a query over `incidents`; `toOnIt` reads it. */
export const ON_IT_COLUMNS = {
  state: incidents.state,
  assignee: incidents.assignee,
  acknowledgedBy: incidents.acknowledgedBy,
  acknowledgedAt: incidents.acknowledgedAt,
  snoozedUntil: incidents.snoozedUntil,
  snoozedBy: SNOOZED_BY,
} as const;

interface OnItRow {
  state: IncidentState;
  assignee: string | null;
  acknowledgedBy: string | null;
  acknowledgedAt: Date | null;
  snoozedUntil: Date | null;
  snoozedBy: string | null;
}

/** Who works on an incident, as it is stored now. Pure. */
export function toOnIt({ state, assignee, acknowledgedBy, acknowledgedAt, snoozedUntil, snoozedBy }: OnItRow): OnIt {
  const isAcknowledged = state === "acknowledged" && acknowledgedBy !== null && acknowledgedAt !== null;
  return {
    acknowledged: isAcknowledged ? { by: acknowledgedBy, at: acknowledgedAt.toISOString() } : null,
    assignee,
    snoozed: state === "snoozed" && snoozedUntil !== null ? { until: snoozedUntil.toISOString(), by: snoozedBy } : null,
  };
}

/** The silence that is active for the table beside it at a moment: one row at most, for a lateral join with `tables`. */
export function activeSilence(db: Db, at: Date) {
  const { kind, until, by } = getTableColumns(silences);
  return (
    db
      .select({ kind, until, by })
      .from(silences)
      .where(
        and(
          lte(silences.from, at),
          gt(silences.until, at),
          or(isNull(silences.endedAt), gt(silences.endedAt, at)),
          or(eq(silences.tableId, tables.id), eq(silences.owner, tables.owner), sql`${silences.tag} = any (${tables.tags})`),
        ),
      )
      // "maintenance" comes before "silence".
      .orderBy(asc(silences.kind), desc(silences.until), asc(silences.id))
      .limit(1)
      .as("silence")
  );
}

/** A row of `activeSilence`; null: none was there. Pure. */
export function toActiveSilence(row: { kind: ActiveSilence["kind"]; until: Date; by: string } | null): ActiveSilence | null {
  return row && { kind: row.kind, until: row.until.toISOString(), by: row.by };
}

/** Of these tables those that have an unresolved incident, or an active silence, by id. One query, whatever their number. */
export async function listIncidentMarks(db: Db, tableIds: readonly string[], now: Date): Promise<Map<string, IncidentMark>> {
  if (tableIds.length === 0) return new Map();
  const silence = activeSilence(db, now);
  const rows = await db
    .select({
      tableId: tables.id,
      id: incidents.id,
      number: incidents.number,
      check: incidents.check,
      severity: incidents.severity,
      ...ON_IT_COLUMNS,
      silence: { kind: silence.kind, until: silence.until, by: silence.by },
    })
    .from(tables)
    .leftJoin(incidents, and(eq(incidents.tableId, tables.id), isUnresolved()))
    .leftJoinLateral(silence, sql`true`)
    .where(and(inArray(tables.id, [...tableIds]), sql`(${incidents.id} is not null or ${silence.kind} is not null)`))
    // By name "alert" is before "warn".
    .orderBy(asc(incidents.severity), desc(incidents.lastOpenedAt), asc(incidents.id));
  const marks = new Map<string, { incidents: MarkedIncident[]; silence: ActiveSilence | null }>();
  for (const { tableId, silence: active, ...row } of rows) {
    const mark = marks.get(tableId) ?? { incidents: [], silence: toActiveSilence(active) };
    const { id, number, check, severity, state } = row;
    if (id !== null && number !== null && check !== null && severity !== null && state !== null)
      mark.incidents.push({ id, name: incidentName(number), check, severity, state, onIt: toOnIt({ ...row, state }) });
    marks.set(tableId, mark);
  }
  return marks;
}

/** Who works on these incidents, by id, for incidents of catalogs and for those that ended. One query. */
export async function listOnIt(db: Db, incidentIds: readonly string[]): Promise<Map<string, OnIt>> {
  if (incidentIds.length === 0) return new Map();
  const rows = await db
    .select({ id: incidents.id, ...ON_IT_COLUMNS })
    .from(incidents)
    .where(inArray(incidents.id, [...incidentIds]));
  return new Map(rows.map((row) => [row.id, toOnIt(row)]));
}

function isUnresolved(): SQL {
  return UNRESOLVED;
}
