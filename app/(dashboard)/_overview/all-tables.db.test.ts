import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { completeRun } from "#db/queries/complete-run.ts";
import { ensureKeyVersion } from "#db/queries/keys.ts";
import { failRun } from "#db/queries/run-states.ts";
import { applyTableDefinitions } from "#db/queries/table-definitions.ts";
import { storeJudgment } from "#db/judge-table.ts";
import { getTable, setNextObservationDue, setTablePaused } from "#db/queries/tables.ts";
import { someCompletedRun, someDefinition, someResult, someStartedRun, someTable, type StoredTable } from "#db/testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { readAllTables } from "./all-tables.ts";

let database: TestDatabase;
let [one, other]: (StoredTable | undefined)[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  one = await someTable(database.db, { name: "a.one" });
  other = await someTable(database.db, { name: "b.other" });
  for (const table of [one, other]) await observe(table, "1", 0);
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(async () => {
  vi.useRealTimers();
  await database.drop();
});

async function observe(table: StoredTable, id: string, surplus: number): Promise<void> {
  const readings = { rows: 100, surplus_rows: surplus, duplicated_keys: surplus };
  const completed = someCompletedRun(table, {
    snapshot: { id, committedAt: new Date() },
    results: [someResult(table.keyVersionId, { readings })],
  });
  await completeRun(database.db, await someStartedRun(database.db, table.tableId), completed);
  const stored = await getTable(database.db, table.tableId);
  await database.db.transaction(async (tx) => await storeJudgment(tx, { table: stored, now: new Date() }));
}

/** As somebody who comes some seconds later. */
async function readLater(seconds = 2) {
  vi.setSystemTime(Date.now() + seconds * 1000);
  return (await readAllTables(database.db)).all;
}

function tablesOf(): [StoredTable, StoredTable] {
  if (one === undefined || other === undefined) throw new Error("the tables were not made");
  return [one, other];
}

test("who asks within a second gets the same reading, and a table of which nothing was written keeps its view after that", async () => {
  const first = await readLater();
  expect(first.map(({ name }) => name)).toEqual(["a.one", "b.other"]);
  expect((await readAllTables(database.db)).all).toBe(first);
  const later = await readLater();
  expect(later).not.toBe(first);
  expect(later[0]).toBe(first[0]);
  expect(later[1]).toBe(first[1]);
});

test("a table that a run observed shows its new numbers a second later, and no other is read", async () => {
  const [table] = tablesOf();
  const before = await readLater();
  await observe(table, "2", 700);
  const after = await readLater();
  expect(after[0]).toMatchObject({ state: "alert", shown: { values: { surplus_rows: 700 } } });
  expect(after[1]).toBe(before[1]);
});

test("what a person or the configuration does to a table is seen, and so is a run that failed", async () => {
  const { db } = database;
  const [, { tableId, tableKeyId }] = tablesOf();
  await setTablePaused(db, tableId, true);
  expect((await readLater())[1]).toMatchObject({ paused: true });
  await setTablePaused(db, tableId, false);
  await failRun(db, await someStartedRun(db, tableId), { code: "internal", message: "It broke." });
  expect((await readLater())[1]).toMatchObject({ paused: false, failed: true, state: "unknown" });
  await ensureKeyVersion(db, tableKeyId, { content: { columns: ["other"] }, contentHash: "another" });
  expect((await readLater())[1]?.shown.observedAt).toBeNull();
  await applyTableDefinitions(db, [someDefinition({ name: "A.new" }), someDefinition({ name: "a.one", owner: "Shop" })], "settings");
  expect((await readLater()).map(({ name, owner }) => [name, owner])).toEqual([
    ["A.new", null],
    ["a.one", "Shop"],
  ]);
});

test("a table becomes stale by the clock alone, and is read again after a minute though nothing says that it changed", async () => {
  const [{ tableId }] = tablesOf();
  await setNextObservationDue(database.db, tableId, new Date(Date.now() + 10_000));
  const seen = async (seconds: number) => (await readLater(seconds)).find(({ id }) => id === tableId);
  const fresh = await seen(2);
  expect(fresh).toMatchObject({ overdue: false });
  expect(await seen(3)).toBe(fresh);
  expect(await seen(4 * 3600)).toMatchObject({ overdue: true });
  await setNextObservationDue(database.db, tableId, new Date(Date.now() + 86_400_000));
  const again = await seen(2);
  expect(again).toMatchObject({ overdue: false });
  expect(await seen(2)).toBe(again);
  expect(await seen(70)).not.toBe(again);
});
