import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Db, Tx } from "../client.ts";
import { deliveries, type DeliveryDetail } from "../schema/deliveries.ts";
import { incidentEvents } from "../schema/incident-events.ts";
import { incidents } from "../schema/incidents.ts";
import { tables } from "../schema/tables.ts";
import { listTablesOfCatalogs } from "./catalog-tables.ts";
import type { OpenDelivery, PlannedDelivery, UnroutedEvent } from "#lib/incidents/plan-deliveries.ts";

/** How much waits to be routed: of how many entries, and when the first and the last of them came; null: nothing waits. */
export async function peekUnrouted(db: Db): Promise<{ count: number; oldestAt: Date; newestAt: Date } | null> {
  const { at } = incidentEvents;
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldestAt: sql<Date | null>`min(${at})`.mapWith(at),
      newestAt: sql<Date | null>`max(${at})`.mapWith(at),
    })
    .from(incidentEvents)
    .where(sql`tells and routed_at is null`);
  return row?.oldestAt && row.newestAt ? { count: row.count, oldestAt: row.oldestAt, newestAt: row.newestAt } : null;
}

/** Whoever decides which messages there are waits here for its turn, until `tx` ends. */
export async function lockRouting(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('bergwatch routing'), 0)`);
}

/**
 * The oldest entries that tell and were not routed, held until `tx` ends; those that another transaction holds are left out. One transaction
 * routes at a time, the others wait: what one makes of an incident's first entry decides where the next goes.
 */
export async function takeUnrouted(tx: Tx, { limit }: { limit: number }): Promise<UnroutedEvent[]> {
  await lockRouting(tx);
  const rows = await tx
    .select({
      id: incidentEvents.id,
      kind: incidentEvents.kind,
      by: incidentEvents.by,
      incidentId: incidents.id,
      check: incidents.check,
      severity: incidents.severity,
      catalog: incidents.catalog,
      name: tables.name,
      owner: tables.owner,
      tags: tables.tags,
      location: locationOf(),
    })
    .from(incidentEvents)
    .innerJoin(incidents, eq(incidents.id, incidentEvents.incidentId))
    .leftJoin(tables, eq(tables.id, incidents.tableId))
    .where(sql`${incidentEvents.tells} and ${incidentEvents.routedAt} is null`)
    .orderBy(asc(incidentEvents.id))
    .limit(limit)
    .for("update", { of: incidentEvents, skipLocked: true });
  const byCatalog = await listTablesOfCatalogs(
    tx,
    rows.flatMap(({ catalog }) => catalog ?? []),
  );
  return rows.map(({ id, kind, by, incidentId, check, severity, catalog, location, name, owner, tags }) => {
    const tables =
      catalog !== null ? (byCatalog.get(catalog.toLowerCase()) ?? []) : name === null ? [] : [{ name, owner, tags: tags ?? [] }];
    return { id, kind, by, incident: { id: incidentId, check, severity, location, tables } };
  });
}

/** The messages of these channels that can still take up more, oldest first, held until `tx` ends so that none is sent meanwhile. */
export async function holdOpenDeliveries(tx: Tx, channels: readonly string[]): Promise<OpenDelivery[]> {
  if (channels.length === 0) return [];
  const rows = await tx
    .select()
    .from(deliveries)
    .where(
      and(
        inArray(deliveries.channel, [...channels]),
        eq(deliveries.state, "waiting"),
        inArray(deliveries.kind, ["incident", "several"]),
        // One that went out and was not answered may have arrived: what is new is told by another.
        eq(deliveries.unanswered, 0),
      ),
    )
    .orderBy(asc(deliveries.id))
    .for("update");
  const entries = await listEntries(tx, [...new Set(rows.flatMap(({ eventIds }) => eventIds))]);
  return rows.map(({ id, channel, kind, eventIds, detail, dueAt, attempts }) => {
    const told = eventIds.flatMap((eventId) => entries.get(eventId) ?? []);
    const byIncident = Map.groupBy(told, (entry) => entry.incidentId);
    return {
      id,
      channel,
      eventIds,
      shared: detail.shared ?? null,
      together: kind === "several",
      dueAt,
      wasTried: attempts > 0,
      incidents: [...byIncident].map(([incidentId, ofIt]) => ({
        id: incidentId,
        check: ofIt[0]?.check ?? "runs",
        location: ofIt[0]?.location ?? "",
        opens: ofIt.some(({ kind: one }) => one === "opened" || one === "reopened"),
      })),
    };
  });
}

async function listEntries(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>();
  const rows = await tx
    .select({
      id: incidentEvents.id,
      kind: incidentEvents.kind,
      incidentId: incidents.id,
      check: incidents.check,
      location: locationOf(),
    })
    .from(incidentEvents)
    .innerJoin(incidents, eq(incidents.id, incidentEvents.incidentId))
    .leftJoin(tables, eq(tables.id, incidents.tableId))
    .where(sql`${incidentEvents.id} = any (${sql.param([...ids])}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Which channels were told of these incidents, or are about to be: by a message of its own (`alone`), or only together with others. */
export async function listTold(tx: Tx, incidentIds: readonly string[]): Promise<{ channel: string; incidentId: string; alone: boolean }[]> {
  if (incidentIds.length === 0) return [];
  const { rows } = await tx.execute<{ channel: string; incident_id: string; alone: boolean }>(sql`
    select told.channel, entries.incident_id, bool_or(told.kind = 'incident') as alone
    from incident_events entries join deliveries told on told.event_ids @> array[entries.id]
    where entries.incident_id = any (${sql.param([...incidentIds])}::uuid[])
      and told.state not in ('failed', 'withheld')
    group by told.channel, entries.incident_id`);
  return rows.map(({ channel, incident_id, alone }) => ({ channel, incidentId: incident_id, alone }));
}

/**
 * Stores messages as planned, and marks the entries that they were made of as routed, also those that go to no channel. `detail`: more to keep
 * with each message. Returns the ids of the messages.
 */
export async function storeRouted(
  tx: Tx,
  {
    planned,
    eventIds,
    now,
    detail: more = {},
  }: { planned: readonly PlannedDelivery[]; eventIds: readonly number[]; now: Date; detail?: DeliveryDetail },
): Promise<number[]> {
  const absorbed = planned.flatMap(({ absorbs }) => absorbs);
  if (absorbed.length > 0) await tx.delete(deliveries).where(inArray(deliveries.id, absorbed));
  const fresh = planned.filter(({ id }) => id === null);
  const made = fresh.map((one) => ({
    ...contentOf(one),
    channel: one.channel,
    state: "waiting" as const,
    createdAt: now,
    detail: { ...more, ...detailOf(one) },
  }));
  const inserted = made.length === 0 ? [] : await tx.insert(deliveries).values(made).returning({ id: deliveries.id });
  for (const one of planned) {
    if (one.id === null) continue;
    const detail = sql`${deliveries.detail} || ${JSON.stringify({ ...more, ...detailOf(one) })}::jsonb`;
    await tx
      .update(deliveries)
      .set({ ...contentOf(one), detail })
      .where(eq(deliveries.id, one.id));
  }
  await tx
    .update(incidentEvents)
    .set({ routedAt: now })
    .where(sql`${incidentEvents.id} = any (${sql.param([...eventIds])}::bigint[])`);
  return [...planned.flatMap(({ id }) => id ?? []), ...inserted.map(({ id }) => id)];
}

function contentOf({ incidentId, eventIds, dueAt }: PlannedDelivery) {
  return { kind: incidentId === null ? ("several" as const) : ("incident" as const), incidentId, eventIds, dueAt };
}

function detailOf({ shared }: PlannedDelivery): { shared?: string } {
  return shared === null ? {} : { shared };
}

function locationOf() {
  return sql<string>`coalesce(${tables.definition} ->> 'location', '')`;
}
