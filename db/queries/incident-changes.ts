import { desc, eq, and, sql, type SQL } from "drizzle-orm";
import type { Db, Tx } from "../client.ts";
import { incidentEvents } from "../schema/incident-events.ts";
import { incidents } from "../schema/incidents.ts";
import type { IncidentSince } from "#lib/contracts/since.ts";
import { AppError } from "#lib/errors.ts";
import { INCIDENT_SETTINGS, type IncidentEvent, type IncidentSettings, type PersonEvent } from "#lib/incidents/incident.ts";
import { transition, type Transition } from "#lib/incidents/transition.ts";
import type { IncidentCheck } from "#lib/names.ts";
import { unknownIncident, type IncidentRow } from "./incidents.ts";
import { lockTable } from "./tables.ts";

/** What an observation is of. */
type IncidentAbout = { tableId: string } | { catalog: string };

/** What came of an event: the incident as it is now, and the entry of its timeline; null: nothing to tell. */
export interface AppliedEvent {
  incident: IncidentRow;
  eventId: number | null;
}

/**
 * Applies what a person did, under the row's lock; `db/change-incident.ts` does so and tells the workers. Throws AppError unknown_incident, and usage when the incident's state leaves nothing to
 * do (it is resolved already, acknowledged already, …).
 */
export async function applyPersonEvent(
  db: Db,
  { incidentId, event, now }: { incidentId: string; event: PersonEvent; now: Date },
): Promise<AppliedEvent> {
  return await db.transaction(async (tx) => {
    const [before] = await tx.select().from(incidents).where(eq(incidents.id, incidentId)).for("update");
    if (!before) throw unknownIncident(incidentId);
    const moved = transition(before, event, now, INCIDENT_SETTINGS);
    if (moved === null) throw new AppError("usage", `The incident is ${before.state}: there is nothing to ${event.kind}.`);
    return await store(tx, before, moved, now);
  });
}

/**
 * Applies what an observation says of a table, or of a catalog, and a check, in the transaction that stores it. null: it changes nothing. The
 * table or catalog is locked first, so that two observations do not both open one.
 */
export async function applyObservedEvent(
  tx: Tx,
  {
    check,
    event,
    now,
    settings,
    ...about
  }: IncidentAbout & { check: IncidentCheck; event: IncidentEvent; now: Date; settings: IncidentSettings },
): Promise<AppliedEvent | null> {
  const of = await lockSubject(tx, about);
  const [before] = await tx
    .select()
    .from(incidents)
    .where(and(of, eq(incidents.check, check)))
    .orderBy(desc(incidents.openedAt))
    .limit(1)
    .for("update");
  const moved = transition(before ?? null, event, now, settings);
  return moved === null ? null : await store(tx, moved.isNew ? { tableId: null, catalog: null, ...about } : before, moved, now);
}

/** Which incidents are about it. Of a catalog there is no row to lock. */
async function lockSubject(tx: Tx, about: IncidentAbout): Promise<SQL> {
  if ("tableId" in about) {
    await lockTable(tx, about.tableId);
    return eq(incidents.tableId, about.tableId);
  }
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('bergwatch catalog'), hashtext(lower(${about.catalog})))`);
  return sql`lower(${incidents.catalog}) = lower(${about.catalog})`;
}

/** What older facts say of since when an unresolved incident has been there; the rest of it stays. */
export async function updateSince(tx: Tx, incidentId: string, since: IncidentSince | null): Promise<void> {
  await tx
    .update(incidents)
    .set({ seen: sql`jsonb_set(${incidents.seen}, '{since}', ${JSON.stringify(since)}::jsonb)` })
    .where(eq(incidents.id, incidentId));
}

/** A line of the timeline that says since when it is so, as a bisection found it. */
export async function addDated(
  tx: Tx,
  { incidentId, now, text, snapshotId }: { incidentId: string; now: Date; text: string; snapshotId: string },
): Promise<void> {
  const entry = { kind: "dated", by: null, runId: null, tells: false, detail: { text, snapshotId } } as const;
  await tx.insert(incidentEvents).values({ incidentId, at: now, ...entry });
}

async function store(
  tx: Db,
  before: { id?: string; tableId: string | null; catalog: string | null } | undefined,
  { incident, entry }: Transition,
  now: Date,
): Promise<AppliedEvent> {
  if (before === undefined) throw new Error("an incident that is not new was there before");
  const values = { ...incident, tableId: before.tableId, catalog: before.catalog };
  const [row] =
    before.id === undefined
      ? await tx.insert(incidents).values(values).returning()
      : await tx.update(incidents).set(values).where(eq(incidents.id, before.id)).returning();
  if (!row) throw new Error("the incident was not stored");
  if (entry === null) return { incident: row, eventId: null };
  const [stored] = await tx
    .insert(incidentEvents)
    .values({ incidentId: row.id, at: now, ...entry })
    .returning({ id: incidentEvents.id });
  return { incident: row, eventId: stored?.id ?? null };
}
