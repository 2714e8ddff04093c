import { afterAll, beforeAll, expect, test } from "vitest";
import { someCompletedRun, someResult, someStartedRun, someTable, type StoredTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { completeRun } from "./complete-run.ts";
import { ensureKeyVersion } from "./keys.ts";
import { getObservationSeries, getSeries, getSeriesByRun, getSeriesEdges } from "./series.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const MIDNIGHT = Date.UTC(2026, 2, 1);
const at = (minutes: number) => new Date(MIDNIGHT + minutes * 60_000);

/** Stores a snapshot committed `minutes` after midnight with this surplus; null: it was not computed. */
async function store(
  table: StoredTable,
  minutes: number,
  surplus: number | null,
  changes: Parameters<typeof someResult>[1] = {},
): Promise<void> {
  const { db } = database;
  const readings = { surplus_rows: surplus ?? { notComputed: "No." }, delete_ratio: minutes / 100, source_lag_seconds: minutes };
  await completeRun(
    db,
    await someStartedRun(db, table.tableId),
    someCompletedRun(table, {
      snapshot: { id: String(1000 + minutes), committedAt: at(minutes) },
      observedAt: at(minutes + 5),
      results: [someResult(table.keyVersionId, { readings, ...changes })],
    }),
  );
}

const range = (table: StoredTable, from: number, to: number, pointsMax: number) => ({
  tableKeyId: table.tableKeyId,
  from: at(from),
  to: at(to),
  pointsMax,
});

test("while there are no more snapshots than points, each is a point, in order, with its own numbers", async () => {
  const table = await someTable(database.db);
  for (const [minutes, surplus] of [
    [1, 5],
    [2, null],
    [50, 7],
  ] as const)
    await store(table, minutes, surplus);
  const points = await getSeries(database.db, { ...range(table, 0, 60, 3), metrics: ["surplus_rows", "delete_ratio"] });
  expect(points).toEqual([
    {
      firstAt: at(1),
      lastAt: at(1),
      count: 1,
      snapshotId: "1001",
      keyVersionId: table.keyVersionId,
      engine: "DuckDB",
      trustLevel: "exact",
      trustDirection: null,
      values: { surplus_rows: { min: 5, max: 5, last: 5 }, delete_ratio: { min: 0.01, max: 0.01, last: 0.01 } },
    },
    expect.objectContaining({ snapshotId: "1002", values: { surplus_rows: null, delete_ratio: { min: 0.02, max: 0.02, last: 0.02 } } }),
    expect.objectContaining({ snapshotId: "1050" }),
  ]);
});

test("a range takes its beginning and leaves its end", async () => {
  const table = await someTable(database.db);
  for (const minutes of [0, 10, 20]) await store(table, minutes, minutes);
  const points = await getSeries(database.db, { ...range(table, 0, 20, 100), metrics: ["surplus_rows"] });
  expect(points.map(({ snapshotId }) => snapshotId)).toEqual(["1000", "1010"]);
});

test("of more snapshots than points the lowest, the highest and the last of each bucket survive", async () => {
  const table = await someTable(database.db);
  const surpluses = [3, 900, 4, 2, 8, 8, 8, null, 6, 1];
  for (const [hour, surplus] of surpluses.entries()) await store(table, hour * 6, surplus);
  const points = await getSeries(database.db, { ...range(table, 0, 60, 2), metrics: ["surplus_rows"] });
  expect(points).toMatchObject([
    { firstAt: at(0), lastAt: at(24), count: 5, snapshotId: "1024", values: { surplus_rows: { min: 2, max: 900, last: 8 } } },
    { firstAt: at(30), lastAt: at(54), count: 5, snapshotId: "1054", values: { surplus_rows: { min: 1, max: 8, last: 1 } } },
  ]);
});

test("key versions and engines are never in one point, and the least trust of a point shows", async () => {
  const table = await someTable(database.db);
  await store(table, 1, 1);
  await store(table, 2, 2, { trust: { level: "untrusted", direction: "at most", reasons: ["R."] } });
  await store(table, 3, 3, { engine: { name: "Trino", version: "481", extension: "", readBy: "own plan" } });
  const next = await ensureKeyVersion(database.db, table.tableKeyId, { contentHash: "next", content: {} });
  await store({ ...table, keyVersionId: next.id }, 4, 4);
  const points = await getSeries(database.db, { ...range(table, 0, 60, 1), metrics: ["surplus_rows"] });
  expect(points.map(({ engine, keyVersionId, trustLevel, count }) => [engine, keyVersionId, trustLevel, count])).toEqual([
    ["DuckDB", table.keyVersionId, "untrusted", 2],
    ["Trino", table.keyVersionId, "exact", 1],
    ["DuckDB", next.id, "exact", 1],
  ]);
});

test("over run times a snapshot is there once for each run that saw it, with its own numbers", async () => {
  const table = await someTable(database.db);
  await store(table, 10, 4);
  await store(table, 20, 6, { trust: { level: "partial", direction: "at least", reasons: ["R."] } });
  const points = await getSeriesByRun(database.db, { ...range(table, 0, 60, 10), metrics: ["surplus_rows", "partitions_2"] });
  expect(points).toMatchObject([
    { firstAt: at(15), snapshotId: "1010", trustDirection: null, values: { surplus_rows: { last: 4 } } },
    { firstAt: at(25), snapshotId: "1020", trustDirection: "at least", values: { surplus_rows: { last: 6 } } },
  ]);
});

test("metrics of runs are a series over the times they were observed", async () => {
  const table = await someTable(database.db);
  await store(table, 10, 1);
  await store(table, 20, 1);
  const points = await getObservationSeries(database.db, {
    ...range(table, 0, 60, 10),
    metrics: ["source_lag_seconds", "snapshot_age_seconds"],
  });
  expect(points).toMatchObject([
    { firstAt: at(15), snapshotId: "1010", values: { source_lag_seconds: { last: 10 }, snapshot_age_seconds: null } },
    { firstAt: at(25), snapshotId: "1020", values: { source_lag_seconds: { last: 20 } } },
  ]);
});

test("a key without facts has an empty series", async () => {
  const table = await someTable(database.db);
  expect(await getSeries(database.db, { ...range(table, 0, 60, 10), metrics: ["rows"] })).toEqual([]);
});

test("the edges of a range are the nearest points outside of it, by commits and by runs", async () => {
  const table = await someTable(database.db);
  for (const minutes of [1, 10, 30, 50]) await store(table, minutes, minutes);
  const asked = { ...range(table, 12, 40, 9), metrics: ["surplus_rows"] } as const;
  const byCommit = await getSeriesEdges(database.db, { ...asked, by: "commit" });
  expect([byCommit.before, byCommit.after].map((point) => point?.values.surplus_rows?.last)).toEqual([10, 50]);
  // A run sees a snapshot five minutes later.
  const byRun = await getSeriesEdges(database.db, { ...asked, by: "run" });
  expect([byRun.before, byRun.after].map((point) => point?.values.surplus_rows?.last)).toEqual([1, 50]);
  const all = await getSeriesEdges(database.db, { ...range(table, 0, 60, 9), metrics: ["surplus_rows"], by: "commit" });
  expect(all).toEqual({ before: null, after: null });
});
