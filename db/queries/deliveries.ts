import { and, arrayOverlaps, asc, desc, eq, inArray, lt, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import { deliveries } from "../schema/deliveries.ts";
import { deliveryAttempts } from "../schema/delivery-attempts.ts";
import { incidentEvents } from "../schema/incident-events.ts";
import { incidents } from "../schema/incidents.ts";
import type { DeliveryState, IncidentEventKind, MessageKind } from "#lib/names.ts";

export type DeliveryRow = typeof deliveries.$inferSelect;
export type AttemptRow = typeof deliveryAttempts.$inferSelect;

/** An entry of a timeline that a delivery tells. */
interface ToldEntry {
  id: number;
  incidentId: string;
  /** For people: `INC-214`. */
  number: number;
  kind: IncidentEventKind;
}

export interface ListedDelivery extends DeliveryRow {
  /** Oldest first. */
  tries: AttemptRow[];
  /** What it tells, oldest first; entries of timelines that are forgotten by now are missing. */
  tells: ToldEntry[];
}

/** Each that is given narrows the list; several states or kinds are any of them. */
export interface DeliveryFilter {
  channel?: string | undefined;
  states?: readonly DeliveryState[] | undefined;
  kinds?: readonly MessageKind[] | undefined;
  /** Those that tell of this incident, alone or with others. */
  incidentId?: string | undefined;
}

/** Where a page of deliveries ended: the next begins after it. */
export interface DeliveryCursor {
  createdAt: Date;
  id: number;
}

/** Deliveries with their tries, newest first; `after`: the last one of the page before. */
export async function listDeliveries(
  db: Db,
  { limit = 50, after, ...filter }: DeliveryFilter & { limit?: number; after?: DeliveryCursor | undefined } = {},
): Promise<ListedDelivery[]> {
  const rows = await db
    .select()
    .from(deliveries)
    .where(and(await matches(db, filter), isAfter(after)))
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(limit);
  return await withDetails(db, rows);
}

/** One delivery with its tries; null: there is none with that id. */
export async function findDelivery(db: Db, deliveryId: number): Promise<ListedDelivery | null> {
  const rows = await db.select().from(deliveries).where(eq(deliveries.id, deliveryId));
  return (await withDetails(db, rows))[0] ?? null;
}

/** How many deliveries the filter leaves in each state. */
export async function countDeliveries(db: Db, filter: DeliveryFilter = {}): Promise<Record<DeliveryState, number>> {
  const rows = await db
    .select({ state: deliveries.state, count: sql<number>`count(*)::int` })
    .from(deliveries)
    .where(await matches(db, filter))
    .groupBy(deliveries.state);
  const counts: Record<DeliveryState, number> = { waiting: 0, sending: 0, delivered: 0, failed: 0, unsure: 0, withheld: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

async function matches(db: Db, { channel, states, kinds, incidentId }: DeliveryFilter): Promise<SQL | undefined> {
  return and(
    channel === undefined ? undefined : eq(deliveries.channel, channel),
    states && inArray(deliveries.state, [...states]),
    kinds && inArray(deliveries.kind, [...kinds]),
    incidentId === undefined ? undefined : await tellsOf(db, incidentId),
  );
}

/** Asked for first and given as values: an index on arrays is not used for a subquery's. */
async function tellsOf(db: Db, incidentId: string): Promise<SQL> {
  const events = await db.select({ id: incidentEvents.id }).from(incidentEvents).where(eq(incidentEvents.incidentId, incidentId));
  const ofIncident = eq(deliveries.incidentId, incidentId);
  if (events.length === 0) return ofIncident;
  return (
    or(
      ofIncident,
      arrayOverlaps(
        deliveries.eventIds,
        events.map(({ id }) => id),
      ),
    ) ?? ofIncident
  );
}

function isAfter(cursor: DeliveryCursor | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const { createdAt, id } = cursor;
  return or(lt(deliveries.createdAt, createdAt), and(eq(deliveries.createdAt, createdAt), lt(deliveries.id, id)));
}

async function withDetails(db: Db, rows: readonly DeliveryRow[]): Promise<ListedDelivery[]> {
  if (rows.length === 0) return [];
  const tries = await db
    .select()
    .from(deliveryAttempts)
    .where(
      inArray(
        deliveryAttempts.deliveryId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(deliveryAttempts.id));
  const entries = await listToldEntries(db, rows);
  return rows.map((row) => ({
    ...row,
    tries: tries.filter(({ deliveryId }) => deliveryId === row.id),
    tells: row.eventIds.flatMap((id) => entries.get(id) ?? []).toSorted((a, b) => a.id - b.id),
  }));
}

async function listToldEntries(db: Db, rows: readonly Pick<DeliveryRow, "eventIds">[]): Promise<Map<number, ToldEntry>> {
  const ids = [...new Set(rows.flatMap(({ eventIds }) => eventIds))];
  if (ids.length === 0) return new Map();
  const { id, incidentId, kind } = incidentEvents;
  const entries = await db
    .select({ id, incidentId, number: incidents.number, kind })
    .from(incidentEvents)
    .innerJoin(incidents, eq(incidents.id, incidentId))
    .where(sql`${id} = any (${sql.param(ids)}::bigint[])`);
  return new Map(entries.map((entry) => [entry.id, entry]));
}
