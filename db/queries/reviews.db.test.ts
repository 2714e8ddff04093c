import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { applyObservedEvent, applyPersonEvent } from "./incident-changes.ts";
import { readReview, readToldReview } from "./reviews.ts";
import { storeVerdicts } from "./verdicts.ts";
import { snapshotFacts } from "../schema/snapshot-facts.ts";
import { tables } from "../schema/tables.ts";
import { runs } from "../schema/runs.ts";
import { someTable, type StoredTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import type { ReviewDocument } from "#lib/contracts/review.ts";
import type { Verdict } from "#lib/contracts/verdict.ts";
import { INCIDENT_SETTINGS, type IncidentEvent } from "#lib/incidents/incident.ts";
import type { TrustLevel } from "#lib/names.ts";
import { someFinding, someSighting, someVerdict } from "#lib/testing/incidents.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => await database.drop());

// Monday 9 March is the first day of week 11; week 10 begins on the 2nd.
const day = (date: number, hour = 12): Date => new Date(Date.UTC(2026, 2, date, hour));
const FRIDAY = day(13);

async function watched(name: string, { owner = null, since = day(1) }: { owner?: string | null; since?: Date } = {}): Promise<StoredTable> {
  const table = await someTable(database.db, { name, owner });
  await database.db.update(tables).set({ createdAt: since }).where(eq(tables.id, table.tableId));
  return table;
}

let snapshot = 100;

async function commit(
  { keyVersionId }: StoredTable,
  at: Date,
  surplus: number | null,
  { trust = "exact", ratio = 0, files = 0 }: { trust?: TrustLevel; ratio?: number; files?: number } = {},
): Promise<void> {
  snapshot += 1;
  await database.db.insert(snapshotFacts).values({
    keyVersionId,
    snapshotId: String(snapshot),
    committedAt: at,
    surplus_rows: surplus,
    delete_ratio: ratio,
    position_delete_files: files,
    equality_delete_files: 0,
    deletion_vectors: 0,
    engine: "duckdb",
    readBy: "own plan",
    trustLevel: trust,
    trustReasons: trust === "untrusted" ? ["The manifests say another count."] : null,
  });
}

/** What a run said of it at that time. */
async function judged({ keyVersionId }: StoredTable, observedAt: Date, verdict: Partial<Verdict>): Promise<void> {
  const of = { runId: randomUUID(), keyVersionId, observedAt, judgedAt: observedAt };
  await storeVerdicts(database.db, [{ ...someVerdict(verdict), ...of }]);
}

async function happens({ tableId }: StoredTable, event: IncidentEvent, now: Date): Promise<string> {
  const asked = { tableId, check: "duplicates", event, now, settings: { ...INCIDENT_SETTINGS, goodRunsToResolve: 1 } } as const;
  const applied = await database.db.transaction(async (tx) => await applyObservedEvent(tx, asked));
  return applied?.incident.id ?? "";
}

const bad: IncidentEvent = {
  kind: "finding",
  findings: [someFinding({ severity: "alert" })],
  kept: [],
  seen: someSighting({ runId: null }),
};
const good: IncidentEvent = { kind: "good", runId: null };

async function review(week: string, now = FRIDAY): Promise<ReviewDocument> {
  const read = await readReview(database.db, { week, now });
  if ("kind" in read) throw new Error(`no review: ${read.kind}`);
  return read;
}

test("what opened, opened again, ended and stands is counted against the same hour of the week before", async () => {
  const [orders, crm, prices] = [await watched("sales.orders"), await watched("crm.customers"), await watched("shop.prices")];
  await commit(orders, day(2), 12);
  await commit(crm, day(2), 3);
  await commit(prices, day(2), 0);
  await happens(crm, bad, day(3));
  await happens(crm, good, day(4));
  // After the same hour of the week before: it does not count there.
  await happens(prices, bad, day(7));
  await happens(crm, bad, day(10));
  await happens(prices, good, day(11));
  await happens(orders, bad, day(12));
  const { numbers, sentence, agenda } = (await review("2026-W11")).review;
  expect(numbers).toMatchObject({
    opened: { now: 1, was: 1 },
    reopened: { now: 1, was: 0 },
    resolved: { now: 1, was: 1 },
    stillOpen: { now: 2, was: 0 },
  });
  expect(sentence).toBe("1 incident opened, 1 reopened, 1 resolved; 2 still open.");
  expect(agenda.items.map(({ kind, table, incident }) => [kind, table?.name, incident?.number])).toEqual([
    ["open", "sales.orders", 3],
    ["reopened", "crm.customers", 1],
    ["resolved", "shop.prices", 2],
  ]);
  expect(agenda.items[0]).toMatchObject({ key: "id", metric: "surplus_rows", snapshot: "17", state: "alert" });
});

test("a week that is over is told as it ended, whatever became of its incidents since", async () => {
  const orders = await watched("sales.orders");
  await commit(orders, day(3), 12);
  const id = await happens(orders, bad, day(4));
  await applyPersonEvent(database.db, { incidentId: id, event: { kind: "resolve", by: "Ada" }, now: day(10) });
  await happens(orders, bad, day(12));
  const { review: told } = await review("2026-W10");
  expect(told).toMatchObject({ isOver: true, asOf: "2026-03-09T00:00:00.000Z" });
  expect(told.numbers).toMatchObject({ opened: { now: 1 }, resolved: { now: 0 }, stillOpen: { now: 1 } });
  expect(told.agenda.items).toMatchObject([{ kind: "open" }]);
});

test("incidents of a removed table leave the agenda, and are counted as removed", async () => {
  const orders = await watched("sales.orders");
  await happens(orders, bad, day(10));
  await database.db
    .update(tables)
    .set({ archivedAt: day(11) })
    .where(eq(tables.id, orders.tableId));
  const { numbers, agenda, tables: counted } = (await review("2026-W11")).review;
  expect([numbers.opened.now, numbers.removed.now, numbers.stillOpen.now, agenda.items, counted.all]).toEqual([1, 1, 0, [], 0]);
});

test("surplus rows are summed over what is known, and how many tables are not known is said", async () => {
  const [orders, crm, web] = [
    await watched("sales.orders", { owner: "Order Platform" }),
    await watched("crm.customers", { owner: "CRM" }),
    await watched("web.sessions"),
  ];
  await commit(orders, day(5), 7);
  await commit(orders, day(12), 18_725, { ratio: 0.5 });
  await commit(orders, day(14), 99_999);
  await commit(crm, day(5), 0);
  await commit(web, day(5), 3);
  await commit(web, day(12), 40, { trust: "untrusted" });
  await judged(orders, day(12), { state: "alert", severity: "alert", sentence: "18,725 extra rows." });
  await judged(orders, day(14), { state: "ok", sentence: "Deleted." });
  await judged(crm, day(5), {});
  await judged(web, day(12), { state: "unknown", sentence: "Not trusted." });
  const { review: told } = await review("2026-W11");
  expect(told.numbers.surplusRows).toEqual({ now: 18_725, was: 10, bound: null, unknownTables: 1 });
  expect(told.owners).toEqual({
    list: [{ owner: "Order Platform", surplusRows: 18_725, tables: 1 }],
    left: 0,
    clean: { tables: 1, owners: 1 },
  });
  expect(told.movers.worse.map(({ table, metric, from, to }) => [table.name, metric, from, to])).toEqual([
    ["sales.orders", "surplus_rows", 7, 18_725],
    ["sales.orders", "delete_ratio", 0, 0.5],
  ]);
  expect(told.agenda.items.map(({ kind, table }) => [kind, table?.name])).toEqual([
    ["alert", "sales.orders"],
    ["untrusted", "web.sessions"],
  ]);
});

test("the chart has a gap where the number of a table with surplus rows is not known, and where nothing is known yet", async () => {
  const orders = await watched("sales.orders");
  await commit(orders, day(4, 0), 0);
  await commit(orders, day(10, 0), 5);
  await commit(orders, day(11, 0), null);
  await commit(orders, day(12, 0), 9);
  const { chart } = (await review("2026-W11")).review;
  const at = (time: Date) => chart.points.find((point) => point.at === time.toISOString())?.value;
  expect(chart).toMatchObject({ from: "2026-03-02T00:00:00.000Z", to: "2026-03-16T00:00:00.000Z", everyHours: 6 });
  expect([day(3, 0), day(5, 0), day(10, 0), day(11, 6), day(12, 0), FRIDAY].map(at)).toEqual([null, 0, 5, null, 9, 9]);
  expect(chart.points.at(-1)?.at).toBe(FRIDAY.toISOString());
});

test("a sample table's history ends in the week in which it was added, and the weeks before have a review too", async () => {
  const orders = await watched("sales.orders", { since: day(11) });
  await database.db
    .update(tables)
    .set({ sampleClock: true, source: "sample", lastObservedAt: new Date("2026-01-20T12:00:00Z") })
    .where(eq(tables.id, orders.tableId));
  await commit(orders, new Date("2026-01-10T12:00:00Z"), 0);
  await commit(orders, new Date("2026-01-19T12:00:00Z"), 12);
  const { review: told } = await review("2026-W11");
  expect(told).toMatchObject({ tables: { all: 1, samples: 1 }, sampleClock: "2026-01-20T12:00:00.000Z" });
  expect(told.numbers.surplusRows).toMatchObject({ now: 12, was: 0 });
  expect(told.movers.worse).toMatchObject([{ from: 0, to: 12 }]);
  expect((await review("2026-W10")).review.numbers.surplusRows).toMatchObject({ now: 0 });
  expect(await readReview(database.db, { week: "2026-W08", now: FRIDAY })).toMatchObject({ kind: "before" });
});

test("runs that a schedule asked for and that came to nothing are told by table, with why", async () => {
  const [orders, crm] = [await watched("sales.orders"), await watched("crm.customers")];
  const run = (table: StoredTable, at: Date, state: "succeeded" | "failed" | "skipped", reason: "schedule" | "person" = "schedule") => ({
    tableId: table.tableId,
    state,
    reason,
    scheduledFor: at,
    queuedAt: at,
    errorMessage: state === "failed" ? "Out of memory." : null,
  });
  await database.db
    .insert(runs)
    .values([
      run(orders, day(8), "failed"),
      run(orders, day(10), "succeeded"),
      run(orders, day(11), "skipped"),
      run(orders, day(12), "failed", "person"),
      run(crm, day(10), "succeeded"),
      run(crm, day(11), "failed"),
      run(crm, day(14), "failed"),
    ]);
  const { numbers, missed, agenda } = (await review("2026-W11")).review;
  expect(numbers.runs).toEqual({ done: 2, due: 3, underWay: 0, kept: true });
  expect(missed.list).toMatchObject([{ table: { name: "crm.customers" }, failed: 1, lastError: "Out of memory." }]);
  // Its last run failed, so how it stands is not known; the other was never observed.
  expect(agenda.items.map(({ kind, table, sentence }) => [kind, table?.name, sentence])).toEqual([
    ["no_result", "crm.customers", "No result yet: Out of memory."],
    ["no_result", "sales.orders", "Waiting for its first observation."],
  ]);
});

test("weeks begin by the clock of the digest where one is configured", async () => {
  await watched("sales.orders");
  const digest = { to: ["team"], cron: "0 9 * * 1", timeZone: "Europe/Berlin" };
  const value = {
    file: "/bergwatch.yaml",
    state: "applied",
    at: FRIDAY.toISOString(),
    message: "",
    faults: [],
    service: {
      overdueFactor: 2,
      retention: { factsSeconds: null, runsSeconds: null },
      pollersMax: 1,
      notifications: { channels: [], routes: [], digest },
    },
  };
  expect((await review("2026-W11")).review).toMatchObject({
    timeZone: { name: "UTC", configured: false },
    from: "2026-03-09T00:00:00.000Z",
  });
  await database.db.execute(sql`insert into service_states (name, value) values ('configuration', ${JSON.stringify(value)}::jsonb)`);
  expect((await review("2026-W11")).review).toMatchObject({
    timeZone: { name: "Europe/Berlin", configured: true },
    from: "2026-03-08T23:00:00.000Z",
  });
});

test.each([
  ["2026-W54", { kind: "unknown" }],
  ["2026-W12", { kind: "future", from: new Date("2026-03-16T00:00:00Z") }],
  ["2026-W09", { kind: "before", from: day(4) }],
])("of %s there is no review, and why is said", async (week, why) => {
  await watched("sales.orders", { since: day(4) });
  expect(await readReview(database.db, { week, now: FRIDAY })).toEqual(why);
});

test("without any table the running week is a quiet one", async () => {
  const { review: told } = await review("2026-W11");
  expect(told).toMatchObject({ sentence: "A quiet week: no incidents opened or are open.", tables: { all: 0 }, sampleClock: null });
  expect(told.numbers.surplusRows.now).toBeNull();
  expect(told.chart.points.every(({ value }) => value === null)).toBe(true);
});

test("a digest tells the week with the ids that its links need, and nothing of a week that has no review", async () => {
  const orders = await watched("sales.orders");
  const id = await happens(orders, bad, day(4));
  await commit(orders, day(4), 12);
  const told = await readToldReview(database.db, { week: "2026-W10", now: day(9, 9), timeZone: "UTC" });
  const untaken = { acknowledged: null, assignee: null, snoozed: null };
  expect(told).toEqual({
    week: "2026-W10",
    sentence: "1 incident opened; 1 still open.",
    counts: { opened: 1, reopened: 0, resolved: 0, accepted: 0, stillOpen: 1, surplusRows: 12, actionsOpen: 0, actionsLate: 0 },
    agenda: [
      {
        incidentId: id,
        tableId: orders.tableId,
        sentence: "sales.orders: 12 keys are duplicated (12 extra rows).",
        onIt: untaken,
        silence: null,
      },
    ],
    accepted: [],
    left: 0,
  });
  expect(await readToldReview(database.db, { week: "2020-W01", now: day(9, 9), timeZone: "UTC" })).toBeNull();
});
