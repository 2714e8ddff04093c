import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../client.ts";
import { someTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { countDeliveries, findDelivery, listDeliveries } from "./deliveries.ts";
import { listTold, peekUnrouted, takeUnrouted } from "./outbox.ts";
import { claimNext, findFirstPost, hasDue, listChannelsToServe, listClaimed } from "./sending.ts";

let database: TestDatabase;
let pool: Pool;
let statements: { query: string; params: unknown[] }[] = [];
let logged: Db;
const ids = { incident: "", event: 0 };
const NOW = new Date("2026-03-02T12:00:00Z");

/** A year of a busy service: 20,000 deliveries of 2,000 incidents, with few that wait. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { tableId } = await someTable(database.db);
  const run = async (query: string) => (await database.db.execute(query)).rows;
  await run(`insert into incidents (table_id, check_id, state, severity, sentence, findings, seen, good_runs, times_opened, opened_at, last_opened_at, last_seen_at)
    select '${tableId}', 'duplicates', 'resolved', 'warn', 'S.', '[]', '{}', 0, 1, now(), now(), now() from generate_series(1, 2000)`);
  await run(`insert into incident_events (incident_id, at, kind, tells, routed_at, detail)
    select id, now(), kind, true, now(), '{}' from incidents, unnest('{opened,acknowledged,commented,resolved,reopened}'::text[]) kind`);
  await run(`insert into deliveries (channel, kind, incident_id, event_ids, detail, state, created_at, due_at, ended_at, conversation, ts)
    select 'c' || n, 'incident', incident_id, array[e.id], '{}', 'delivered', '2026-03-01'::timestamptz + e.id * interval '1 second', now(), now(), 'C1', e.id
    from incident_events e, generate_series(1, 2) n order by e.id, n`);
  await run(`insert into deliveries (channel, kind, event_ids, detail, state, created_at, due_at, ended_at)
    select 'c1', 'several', array(select id from incident_events where kind = 'opened' order by id limit 6), '{"shared": "s3://lake"}', 'failed', '2026-03-01', now(), now()`);
  await run(`insert into deliveries (channel, kind, event_ids, detail, state, created_at, due_at)
    select 'c1', 'test', '{}', '{}', 'waiting', '2026-02-01', '2026-02-01' from generate_series(1, 3)`);
  await run("update incident_events set routed_at = null where id in (select max(id) from incident_events)");
  await run(
    "insert into delivery_attempts (delivery_id, at, duration_ms, outcome, status) select id, now(), 5, 'delivered', 200 from deliveries where state = 'delivered' order by id",
  );
  await run("vacuum analyze deliveries, delivery_attempts, incident_events, incidents");
  const [row] = await run("select incident_id, id from incident_events where kind = 'opened' order by id limit 1");
  Object.assign(ids, { incident: row?.["incident_id"], event: row?.["id"] });
  pool = new Pool({ connectionString: database.url, options: "-c TimeZone=UTC -c jit=off" });
  // The database is dropped whoever is still leaving it.
  pool.on("error", () => {});
  logged = drizzle(pool, { logger: { logQuery: (query, params) => statements.push({ query, params }) } });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe("deliveries", () => {
  test("are listed newest first, page by page, with their tries and what they tell", async () => {
    const first = await listDeliveries(database.db, { limit: 3 });
    const [, , last] = first;
    const after = await listDeliveries(database.db, { limit: 3, after: last && { createdAt: last.createdAt, id: last.id } });
    const both = await listDeliveries(database.db, { limit: 6 });
    expect([...first, ...after].map(({ id }) => id)).toEqual(both.map(({ id }) => id));
    expect(both.map(({ id }) => id)).toEqual(both.map(({ id }) => id).toSorted((a, b) => b - a));
    expect(first[0]).toMatchObject({
      tries: [{ outcome: "delivered", status: 200 }],
      tells: [{ kind: "reopened", number: expect.any(Number) }],
    });
  });

  test("are those of a channel, a state, a kind, and of an incident alone or with others", async () => {
    const listed = await listDeliveries(database.db, { incidentId: ids.incident, limit: 100 });
    expect(listed.map(({ kind }) => kind).toSorted()).toEqual([...Array.from({ length: 10 }, () => "incident"), "several"]);
    expect(await listDeliveries(database.db, { incidentId: ids.incident, channel: "c2" })).toHaveLength(5);
    expect(await listDeliveries(database.db, { kinds: ["several"], states: ["failed"] })).toMatchObject([
      { channel: "c1", detail: { shared: "s3://lake" } },
    ]);
    expect(await countDeliveries(database.db, { channel: "c1" })).toEqual({
      waiting: 3,
      sending: 0,
      delivered: 10_000,
      failed: 1,
      unsure: 0,
      withheld: 0,
    });
    expect(await findDelivery(database.db, listed[0]?.id ?? 0)).toEqual(listed[0]);
    expect(await findDelivery(database.db, 999_999)).toBeNull();
  });
});

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: PlanNode[];
}

test.each<[string, string, (db: Db) => Promise<unknown>]>([
  ["the newest deliveries", "deliveries_newest", async (db) => await listDeliveries(db)],
  ["the tries of deliveries", "delivery_attempts_of_delivery", async (db) => await listDeliveries(db, { limit: 5 })],
  ["the deliveries of an incident", "deliveries_of_events", async (db) => await listDeliveries(db, { incidentId: ids.incident })],
  [
    "the first post of a thread",
    "deliveries_of_incident",
    async (db) => await findFirstPost(db, { channel: "c1", incidentId: ids.incident, conversation: "C1" }),
  ],
  ["what waits to be routed", "incident_events_unrouted", async (db) => await peekUnrouted(db)],
  [
    "what is routed next",
    "incident_events_unrouted",
    async (db) => await db.transaction(async (tx) => await takeUnrouted(tx, { limit: 10 })),
  ],
  ["who was told", "deliveries_of_events", async (db) => await db.transaction(async (tx) => await listTold(tx, [ids.incident]))],
  ["channels with something due", "deliveries_due", async (db) => await listChannelsToServe(db, NOW)],
  ["whether something is due", "deliveries_due", async (db) => await hasDue(db, { channel: "c1", now: NOW, testsOnly: false })],
  ["the next to send", "deliveries_due", async (db) => await claimNext(db, { channel: "c1", now: NOW, testsOnly: false })],
  ["what a worker took up", "deliveries_due", async (db) => await listClaimed(db, "c1")],
])("%s are found by %s, and no table of messages is read whole", async (_, index, run) => {
  statements = [];
  await run(logged);
  const nodes: PlanNode[] = [];
  const collect = (node: PlanNode): void => {
    nodes.push(node);
    node.Plans?.forEach(collect);
  };
  for (const { query, params } of statements) {
    if (/^(?:begin|commit|savepoint|release)/.test(query)) continue;
    const { rows } = await pool.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(`explain (format json) ${query}`, params);
    for (const row of rows) collect(row["QUERY PLAN"][0].Plan);
  }
  const whole = nodes.filter((node) => node["Node Type"] === "Seq Scan").map((node) => node["Relation Name"]);
  expect(nodes.map((node) => node["Index Name"])).toContain(index);
  expect(whole.filter((name) => name !== "tables")).toEqual([]);
});
