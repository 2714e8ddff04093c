import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  someCompletedRun,
  someResult,
  someSample,
  someSnapshots,
  someStartedRun,
  someTable,
  type StoredTable,
} from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { completeRun } from "./complete-run.ts";
import { deleteOldLogs, deleteOldObservations, deleteOldRuns, deleteOldSamples, deleteOldSnapshots, rollUpFacts } from "./retention.ts";
import { appendRunLog, failRun } from "./run-states.ts";
import { listRunLogs, listRuns } from "./runs.ts";
import { listSamples } from "./samples.ts";
import { listSnapshots, recordSnapshots } from "./snapshots.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const DAY = Date.UTC(2026, 2, 1);
const hour = (n: number) => new Date(DAY + n * 3_600_000);
const FAR = new Date("2030-01-01T00:00:00Z");

async function observe(table: StoredTable, at: number, readings: Record<string, number> = {}): Promise<void> {
  const { db } = database;
  const snapshot = { id: String(100 + at), committedAt: hour(at) };
  const results = [someResult(table.keyVersionId, { readings, samples: [someSample()] })];
  const expiry = { samplesExpireAt: hour(at + 48) };
  await completeRun(
    db,
    await someStartedRun(db, table.tableId),
    someCompletedRun(table, { snapshot, observedAt: hour(at), results, ...expiry }),
  );
}

async function snapshotsWithFacts({ keyVersionId }: StoredTable): Promise<number[]> {
  const { rows } = await database.db.execute<{ id: string }>(
    sql`select snapshot_id as id from snapshot_facts where key_version_id = ${keyVersionId} order by committed_at`,
  );
  return rows.map(({ id }) => Number(id) - 100);
}

test("samples go when they have expired", async () => {
  const table = await someTable(database.db);
  await observe(table, 0);
  await observe(table, 1);
  expect(await deleteOldSamples(database.db, { now: hour(48.5) })).toBe(1);
  const left = async (id: string) => await listSamples(database.db, { keyVersionId: table.keyVersionId, snapshotId: id });
  expect([(await left("100")).length, (await left("101")).length]).toEqual([0, 1]);
});

test("old observations go, but the latest of each key stays however old it is", async () => {
  const table = await someTable(database.db);
  for (const at of [1, 2, 3]) await observe(table, at);
  await deleteOldObservations(database.db, { before: hour(2) });
  const left = async () => {
    const { rows } = await database.db.execute<{ n: number }>(
      sql`select count(*)::int as n from observations where key_version_id = ${table.keyVersionId}`,
    );
    return rows[0]?.n;
  };
  expect(await left()).toBe(2);
  await deleteOldObservations(database.db, { before: FAR });
  expect(await left()).toBe(1);
});

test("logs of runs that ended go before the runs; of each table the latest run stays, and what is under way", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  const claims = [await someStartedRun(db, tableId), await someStartedRun(db, tableId), await someStartedRun(db, tableId)];
  for (const claim of claims) await appendRunLog(db, claim, [{ at: hour(0), level: "info", message: "Said." }]);
  for (const claim of claims.slice(0, 2)) await failRun(db, claim, { code: "too_slow", message: "Too slow." });
  const logs = async () => await Promise.all(claims.map(async ({ runId }) => (await listRunLogs(db, runId)).length));
  await deleteOldLogs(db, { before: hour(0) });
  expect(await logs()).toEqual([1, 1, 1]);
  await deleteOldLogs(db, { before: FAR });
  expect(await logs()).toEqual([0, 0, 1]);
  await deleteOldRuns(db, { before: FAR });
  expect((await listRuns(db, { tableId })).map(({ id }) => id)).toEqual([claims[2]?.runId]);
  await failRun(db, claims[2] ?? { runId: "", attempt: 0 }, { code: "too_slow", message: "Too slow." });
  await deleteOldRuns(db, { before: FAR });
  expect(await listRuns(db, { tableId })).toHaveLength(1);
});

test("expired snapshots go when no facts of them are kept", async () => {
  const { db } = database;
  const table = await someTable(db);
  const [first, second, third] = someSnapshots(3);
  if (!first || !second || !third) throw new Error("three");
  await recordSnapshots(db, table.tableId, [first, second, third]);
  await recordSnapshots(db, table.tableId, [third]);
  const snapshot = { id: second.snapshotId, committedAt: second.committedAt };
  await completeRun(db, await someStartedRun(db, table.tableId), someCompletedRun(table, { snapshot }));
  await deleteOldSnapshots(db, { before: hour(0) });
  expect(await listSnapshots(db, table.tableId)).toHaveLength(3);
  await deleteOldSnapshots(db, { before: FAR });
  expect((await listSnapshots(db, table.tableId)).map(({ snapshotId }) => snapshotId)).toEqual([second.snapshotId, third.snapshotId]);
});

test("rolled up, a day keeps its last snapshot and those with its greatest numbers, and a second time changes nothing", async () => {
  const { db } = database;
  const table = await someTable(db);
  const spikes: Record<number, Record<string, number>> = {
    3: { surplus_rows: 9 },
    5: { multi_partition_keys: 4, surplus_rows: 1 },
    7: { delete_ratio: 0.9, surplus_rows: 2 },
    11: { equality_delete_files: 12, surplus_rows: 0 },
  };
  for (let at = 0; at < 26; at++) await observe(table, at, { surplus_rows: 0, delete_ratio: 0, ...spikes[at] });
  const others = await someTable(db);
  for (const at of [1, 2]) await observe(others, at);
  await rollUpFacts(db, { before: hour(24) });
  expect(await snapshotsWithFacts(table)).toEqual([3, 5, 7, 11, 23, 24, 25]);
  expect(await rollUpFacts(db, { before: hour(24) })).toBe(0);
});

test("rolling up leaves what the latest observation of a key points at", async () => {
  const { db } = database;
  const table = await someTable(db);
  for (const at of [1, 2, 3]) await observe(table, at);
  await completeRun(
    db,
    await someStartedRun(db, table.tableId),
    someCompletedRun(table, {
      snapshot: { id: "102", committedAt: hour(2) },
      observedAt: hour(30),
      results: [someResult(table.keyVersionId)],
    }),
  );
  await rollUpFacts(db, { before: FAR });
  expect(await snapshotsWithFacts(table)).toContain(2);
});
