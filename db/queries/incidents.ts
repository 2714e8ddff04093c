import { and, arrayContains, asc, desc, eq, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import { incidentEvents } from "../schema/incident-events.ts";
import { incidents, UNRESOLVED } from "../schema/incidents.ts";
import { tables } from "../schema/tables.ts";
import { SUBJECT_NAME, SUBJECT_TABLE, toSubject } from "./incident-subject.ts";
import { listSamples, type SampleRecord } from "./samples.ts";
import type { IncidentSubject } from "#lib/contracts/incident-subject.ts";
import { readIncidentName } from "#lib/contracts/incident-number.ts";
import { UNRESOLVED_STATES } from "#lib/contracts/incident-state.ts";
import { isStorable } from "#lib/contracts/storable-text.ts";
import { AppError } from "#lib/errors.ts";
import { INCIDENT_SETTINGS } from "#lib/incidents/incident.ts";
import type { IncidentCheck, IncidentState, Severity } from "#lib/names.ts";

export type IncidentRow = typeof incidents.$inferSelect;
type IncidentEventRow = typeof incidentEvents.$inferSelect;

/** An incident with what a list shows of its subject. */
export interface ListedIncident extends IncidentRow {
  subject: IncidentSubject;
}

/**
 * Each that is given narrows the list; several states, checks or severities are any of them. An unresolved incident of an archived table is
 * listed for that table alone: nobody watches it any more, and nobody is to act on it.
 */
export interface IncidentFilter {
  tableId?: string | undefined;
  number?: number | undefined;
  states?: readonly IncidentState[] | undefined;
  checks?: readonly IncidentCheck[] | undefined;
  severities?: readonly Severity[] | undefined;
  owner?: string | undefined;
  tag?: string | undefined;
  assignee?: string | undefined;
  /** Part of the subject's name or of the sentence, whatever the case. */
  search?: string | undefined;
}

/** Unresolved ones first, alerts before warnings, then the latest opened; `offset` and `limit` are a page of that order. */
export async function listIncidents(
  db: Db,
  { limit, offset = 0, ...filter }: IncidentFilter & { limit: number; offset?: number },
): Promise<ListedIncident[]> {
  const rows = await db
    .select({ incident: incidents, table: SUBJECT_TABLE })
    .from(incidents)
    .leftJoin(tables, eq(tables.id, incidents.tableId))
    .where(matches(filter))
    .orderBy(
      asc(sql`not (${UNRESOLVED})`),
      desc(sql`${UNRESOLVED} and ${incidents.severity} = 'alert'`),
      desc(incidents.lastOpenedAt),
      asc(incidents.id),
    )
    .limit(limit)
    .offset(offset);
  return rows.map(({ incident, table }) => ({ ...incident, subject: toSubject(incident.catalog, table) }));
}

/** How many incidents there are in each state, of those that the filter leaves. */
export async function countIncidents(db: Db, filter: IncidentFilter = {}): Promise<Record<IncidentState, number>> {
  const rows = await db
    .select({ state: incidents.state, count: sql<number>`count(*)::int` })
    .from(incidents)
    .leftJoin(tables, eq(tables.id, incidents.tableId))
    .where(matches(filter))
    .groupBy(incidents.state);
  const counts: Record<IncidentState, number> = { open: 0, acknowledged: 0, snoozed: 0, resolved: 0, accepted: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

const EXAMPLES_MAX = 3;
/** Accepted, and not seen good since. */
const ACCEPTED = sql<boolean>`${incidents.state} = 'accepted' and ${incidents.goodRuns} < ${INCIDENT_SETTINGS.goodRunsToResolve}`;

export interface IncidentWithEvents extends ListedIncident {
  /** Oldest first. */
  events: IncidentEventRow[];
  /** At most three duplicated keys, worst first, of the latest snapshot at which it was seen: from the stored sample, masked, and gone with it. */
  examples: SampleRecord[];
}

/** One incident with its timeline. Throws AppError unknown_incident. */
export async function getIncident(db: Db, incidentId: string): Promise<IncidentWithEvents> {
  const [found] = await db
    .select({ incident: incidents, table: SUBJECT_TABLE })
    .from(incidents)
    .leftJoin(tables, eq(tables.id, incidents.tableId))
    .where(eq(incidents.id, incidentId));
  if (!found) throw unknownIncident(incidentId);
  const events = await db.select().from(incidentEvents).where(eq(incidentEvents.incidentId, incidentId)).orderBy(asc(incidentEvents.id));
  return {
    ...found.incident,
    subject: toSubject(found.incident.catalog, found.table),
    events,
    examples: await listExamples(db, found.incident),
  };
}

/** What names the incident with an id or a number; null: there is none. */
export async function findIncidentName(
  db: Db,
  asked: { id: string } | { number: number },
): Promise<{ id: string; number: number; subjectName: string } | null> {
  const [found] = await db
    .select({ id: incidents.id, number: incidents.number, subjectName: SUBJECT_NAME })
    .from(incidents)
    .leftJoin(tables, eq(tables.id, incidents.tableId))
    .where("id" in asked ? eq(incidents.id, asked.id) : eq(incidents.number, asked.number));
  return found ?? null;
}

/** What names incidents, by their numbers. */
export async function listIncidentNames(db: Db, ids: readonly string[]): Promise<{ id: string; number: number; subjectName: string }[]> {
  if (ids.length === 0) return [];
  return await db
    .select({ id: incidents.id, number: incidents.number, subjectName: SUBJECT_NAME })
    .from(incidents)
    .leftJoin(tables, eq(tables.id, incidents.tableId))
    .where(inArray(incidents.id, [...ids]))
    .orderBy(asc(incidents.number));
}

/** The one with that name (`INC-214`, `214`), resolved or not, and unresolved ones that have `text` in their subject's name or their sentence. */
export async function searchIncidents(db: Db, text: string, { limit }: { limit: number }): Promise<ListedIncident[]> {
  if (text === "" || !isStorable(text)) return [];
  const number = readIncidentName(text);
  const [named, like] = await Promise.all([
    number === null ? [] : listIncidents(db, { number, limit: 1 }),
    listIncidents(db, { states: UNRESOLVED_STATES, search: text, limit }),
  ]);
  return [...named, ...like.filter(({ id }) => id !== named[0]?.id)].slice(0, limit);
}

/** The unresolved incidents of a table, the gravest first. */
export async function listUnresolved(db: Db, tableId: string): Promise<IncidentRow[]> {
  return await db
    .select()
    .from(incidents)
    .where(and(eq(incidents.tableId, tableId), UNRESOLVED))
    .orderBy(asc(incidents.severity), desc(incidents.lastOpenedAt));
}

/**
 * The spans in which a table had something wrong, by check: unresolved ones last to this day (null). What a person resolved is not among
 * them: then what was found was right after all, or is the new usual.
 */
export async function listIncidentSpans(db: Db, tableId: string): Promise<{ check: IncidentCheck; from: Date; to: Date | null }[]> {
  return await db
    .select({ check: incidents.check, from: incidents.openedAt, to: incidents.resolvedAt, isAccepted: ACCEPTED })
    .from(incidents)
    .where(and(eq(incidents.tableId, tableId), or(isNull(incidents.resolvedBy), eq(incidents.state, "accepted"))))
    .orderBy(asc(incidents.openedAt))
    // It still is as it was: what a person accepts for a while is not the new usual.
    .then((rows) => rows.map(({ check, from, to, isAccepted }) => ({ check, from, to: isAccepted ? null : to })));
}

/** The checks whose latest incident of a table is accepted, or was resolved by a person, with when that was. */
export async function listEndedByPeople(db: Db, tableId: string): Promise<Map<IncidentCheck, { state: IncidentState; at: Date }>> {
  const rows = await db
    .selectDistinctOn([incidents.check], {
      check: incidents.check,
      state: incidents.state,
      at: incidents.resolvedAt,
      by: incidents.resolvedBy,
    })
    .from(incidents)
    .where(eq(incidents.tableId, tableId))
    .orderBy(asc(incidents.check), desc(incidents.openedAt));
  return new Map(rows.flatMap(({ check, state, at, by }) => (at === null || by === null ? [] : [[check, { state, at }] as const])));
}

/** The unresolved incidents of a check, whatever the table or catalog. */
export async function listUnresolvedOfCheck(db: Db, check: IncidentCheck): Promise<IncidentRow[]> {
  return await db
    .select()
    .from(incidents)
    .where(and(eq(incidents.check, check), UNRESOLVED));
}

/** For whoever names an incident that is not there. */
export function unknownIncident(incidentId: string): AppError {
  return new AppError("unknown_incident", `No incident has the id ${incidentId}; \`incidents\` lists those there are.`);
}

async function listExamples(db: Db, { seen: { keyVersionId, snapshotId } }: IncidentRow): Promise<SampleRecord[]> {
  return keyVersionId === null || snapshotId === null ? [] : await listSamples(db, { keyVersionId, snapshotId, limit: EXAMPLES_MAX });
}

function matches({ tableId, number, states, checks, severities, owner, tag, assignee, search }: IncidentFilter): SQL | undefined {
  return and(
    number === undefined ? undefined : eq(incidents.number, number),
    tableId === undefined ? sql`(${tables.archivedAt} is null or not (${UNRESOLVED}))` : eq(incidents.tableId, tableId),
    states && inArray(incidents.state, [...states]),
    checks && inArray(incidents.check, [...checks]),
    severities && inArray(incidents.severity, [...severities]),
    owner === undefined ? undefined : eq(tables.owner, owner),
    tag === undefined ? undefined : arrayContains(tables.tags, [tag]),
    assignee === undefined ? undefined : eq(incidents.assignee, assignee),
    search === undefined
      ? undefined
      : sql`(strpos(lower(${SUBJECT_NAME}), lower(${search})) > 0 or strpos(lower(${incidents.sentence}), lower(${search})) > 0)`,
  );
}
