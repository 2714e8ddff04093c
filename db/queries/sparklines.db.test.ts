import { afterAll, beforeAll, expect, test } from "vitest";
import { someCompletedRun, someResult, someStartedRun, someTable, type StoredTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { completeRun } from "./complete-run.ts";
import { ensureKeyVersion } from "./keys.ts";
import { listPastFacts } from "./overview-past.ts";
import { searchTables } from "./overview-search.ts";
import { listSparklines } from "./sparklines.ts";
import type { SnapshotMetricName } from "#lib/metrics.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const START = new Date("2026-03-01T00:00:00Z");
const day = (n: number) => new Date(START.getTime() + n * 86_400_000);

let snapshots = 0;
async function see(table: StoredTable, at: number, readings: Partial<Record<SnapshotMetricName, number>>): Promise<void> {
  snapshots += 1;
  await completeRun(
    database.db,
    await someStartedRun(database.db, table.tableId),
    someCompletedRun(table, {
      snapshot: { id: String(snapshots), committedAt: day(at) },
      observedAt: new Date(day(at).getTime() + 60_000),
      results: [someResult(table.keyVersionId, { readings })],
    }),
  );
}

const sparkline = async ({ tableKeyId }: StoredTable, now: Date, buckets = 7) =>
  (await listSparklines(database.db, { keys: [{ tableKeyId, now }], days: 14, buckets })).get(tableKeyId);

test("a series keeps the lowest and the highest of each stretch, of the days up to the key's own now", async () => {
  const table = await someTable(database.db);
  await see(table, 1, { surplus_rows: 99 });
  await see(table, 10, { surplus_rows: 0, delete_ratio: 0.25 });
  await see(table, 10.5, { surplus_rows: 8, delete_ratio: 0.5 });
  await see(table, 15, { surplus_rows: 2 });
  await see(table, 17, { surplus_rows: 77 });
  const found = await sparkline(table, day(16));
  expect(found?.points).toEqual({
    surplus_rows: [
      [0.607, 0, 8],
      [0.929, 2, 2],
    ],
    multi_partition_keys: [],
    delete_ratio: [[0.607, 0.25, 0.5]],
  });
});

test("of a number that stays only the first and the last point are kept", async () => {
  const table = await someTable(database.db);
  for (const at of [1, 3, 5, 7, 9]) await see(table, at, { surplus_rows: at === 9 ? 5 : 4 });
  expect((await sparkline(table, day(14)))?.points.surplus_rows).toEqual([
    [0.071, 4, 4],
    [0.5, 4, 4],
    [0.643, 5, 5],
  ]);
});

test("a key without facts in that time is left out, and so are the facts of a version that no longer holds", async () => {
  const table = await someTable(database.db);
  expect(await sparkline(table, day(14))).toBeUndefined();
  await see(table, 10, { surplus_rows: 4 });
  await ensureKeyVersion(database.db, table.tableKeyId, { contentHash: "another", content: {} });
  expect(await sparkline(table, day(14))).toBeUndefined();
});

test("what was known a week before is counted from each key's own latest observation", async () => {
  const table = await someTable(database.db);
  await see(table, 1, { surplus_rows: 1 });
  await see(table, 3, { surplus_rows: 3 });
  await see(table, 10.5, { surplus_rows: 10 });
  const young = await someTable(database.db);
  await see(young, 20, { surplus_rows: 1 });
  await see(young, 26, { surplus_rows: 2 });
  const past = await listPastFacts(database.db, { metrics: ["surplus_rows", "delete_ratio"], days: 7 });
  expect(past.get(table.tableKeyId)).toEqual({
    committedAt: day(3),
    trustLevel: "exact",
    trustDirection: null,
    values: { surplus_rows: 3, delete_ratio: null },
  });
  expect(past.has(young.tableKeyId)).toBe(false);
});

test("tables are found by any part of their name, those where a part begins with it first; wildcards are letters", async () => {
  for (const name of ["shop.reinvoices", "invoices.lines", "shop.Invoices", "a_b.c", "axb.c"]) await someTable(database.db, { name });
  const names = async (text: string) => (await searchTables(database.db, text, { limit: 3 })).map(({ name }) => name);
  expect(await names("INVOICES")).toEqual(["invoices.lines", "shop.Invoices", "shop.reinvoices"]);
  expect(await names("a_b")).toEqual(["a_b.c"]);
  expect(await names("%")).toEqual([]);
});
