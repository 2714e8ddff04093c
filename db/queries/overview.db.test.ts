import { afterAll, beforeAll, expect, test } from "vitest";
import { someCompletedRun, someDefinition, someResult, someStartedRun, someTable } from "../testing/factories.ts";
import { someCauses, someShare } from "#lib/testing/cause-facts.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { completeRun } from "./complete-run.ts";
import { ensureKeyVersion } from "./keys.ts";
import { insertNote, listNotes } from "./notes.ts";
import { listOverdueObservations } from "./overdue.ts";
import { listTableOverview } from "./overview.ts";
import { failRun } from "./run-states.ts";
import { applyTableDefinitions } from "./table-definitions.ts";
import { setNextObservationDue, setTablePaused } from "./tables.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const DAY = new Date("2026-03-01T00:00:00Z");
const hour = (n: number) => new Date(DAY.getTime() + n * 3_600_000);

test("each key shows its latest observation and that snapshot's facts, not the latest facts", async () => {
  const { db } = database;
  const table = await someTable(db, { limits: { surplus_rows: { warnAt: 5 } } });
  const complete = async (id: string, at: number, rows: number) =>
    await completeRun(
      db,
      await someStartedRun(db, table.tableId),
      someCompletedRun(table, {
        snapshot: { id, committedAt: hour(at) },
        observedAt: hour(at + 1),
        results: [someResult(table.keyVersionId, { readings: { rows, snapshots_retained: 3 } })],
      }),
    );
  await complete("2", 2, 20);
  await complete("3", 3, 30);
  // Rolled back: the current snapshot is older than one that was read before.
  await completeRun(
    db,
    await someStartedRun(db, table.tableId),
    someCompletedRun(table, {
      snapshot: { id: "2", committedAt: hour(2) },
      observedAt: hour(9),
      results: [someResult(table.keyVersionId)],
    }),
  );
  const [row, ...others] = await listTableOverview(db, { metrics: ["rows", "surplus_rows"], tableIds: [table.tableId] });
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    table: { name: table.tableName, lastRunState: "succeeded", lastSnapshotId: "2" },
    key: { id: table.tableKeyId, name: "id", columns: ["id"], promise: "unique" },
    observation: { observedAt: hour(9), snapshotId: "2", trustLevel: "exact", values: { snapshots_retained: 3, source_lag_seconds: null } },
    facts: { committedAt: hour(2), carried: false, values: { rows: 20, surplus_rows: null }, notComputed: {} },
  });
  expect(row?.table).not.toHaveProperty("definition");
});

test("a table that was never observed, and a key whose version is new, show nothing; a failed run hides no observation", async () => {
  const { db } = database;
  const fresh = await someTable(db);
  expect(await listTableOverview(db, { metrics: ["rows"], tableIds: [fresh.tableId] })).toMatchObject([{ observation: null, facts: null }]);
  const table = await someTable(db);
  await completeRun(db, await someStartedRun(db, table.tableId), someCompletedRun(table));
  await failRun(db, await someStartedRun(db, table.tableId), { code: "too_slow", message: "Too slow." });
  expect(await listTableOverview(db, { metrics: ["rows"], tableIds: [table.tableId] })).toMatchObject([
    { table: { lastRunState: "failed" }, facts: { values: { rows: 30 } } },
  ]);
  await ensureKeyVersion(db, table.tableKeyId, { contentHash: "new", content: {} });
  expect(await listTableOverview(db, { metrics: ["rows"], tableIds: [table.tableId] })).toMatchObject([{ observation: null, facts: null }]);
});

test("an observation of which nothing else is known is one all the same", async () => {
  const { db } = database;
  const table = await someTable(db);
  const results = [someResult(table.keyVersionId, { readings: {} })];
  await completeRun(db, await someStartedRun(db, table.tableId), someCompletedRun(table, { results }));
  expect(await listTableOverview(db, { metrics: ["rows"], tableIds: [table.tableId] })).toMatchObject([
    { observation: { trustLevel: "exact", values: { snapshots_retained: null } }, facts: { values: { rows: null } } },
  ]);
});

test("a number that could not be computed comes with its reason", async () => {
  const { db } = database;
  const table = await someTable(db);
  const readings = { multi_partition_keys: { notComputed: "No Kafka partition column is given." } };
  const results = [someResult(table.keyVersionId, { readings })];
  await completeRun(db, await someStartedRun(db, table.tableId), someCompletedRun(table, { results }));
  expect(await listTableOverview(db, { metrics: ["multi_partition_keys"], tableIds: [table.tableId] })).toMatchObject([
    { facts: { values: { multi_partition_keys: null }, notComputed: { multi_partition_keys: "No Kafka partition column is given." } } },
  ]);
});

test("a table that was never written has an observation without facts", async () => {
  const { db } = database;
  const table = await someTable(db);
  await completeRun(db, await someStartedRun(db, table.tableId), someCompletedRun(table, { snapshot: null }));
  expect(await listTableOverview(db, { metrics: ["rows"], tableIds: [table.tableId] })).toMatchObject([
    { observation: { snapshotId: null }, facts: null },
  ]);
});

test("all tables are listed by name and the order of their keys, the archived ones left out", async () => {
  const { db } = database;
  const key = (name: string) => ({ name, columns: [name], promise: "none" as const, keep: "first" as const });
  await applyTableDefinitions(
    db,
    [someDefinition({ name: "a.two keys", keys: [key("z"), key("a")] }), someDefinition({ name: "a.gone" })],
    "sample",
  );
  await applyTableDefinitions(db, [someDefinition({ name: "a.two keys", keys: [key("z"), key("a")] })], "sample");
  const rows = await listTableOverview(db, { metrics: [] });
  expect(rows.filter(({ table }) => table.name.startsWith("a.")).map(({ table, key }) => `${table.name} ${key.name}`)).toEqual([
    "a.two keys z",
    "a.two keys a",
  ]);
});

test("an observation that was due and is missing is listed until a run succeeds; failing, pausing and archiving count", async () => {
  const { db } = database;
  const table = await someTable(db);
  const overdue = async () => (await listOverdueObservations(db, { before: hour(5) })).filter(({ tableId }) => tableId === table.tableId);
  await setNextObservationDue(db, table.tableId, hour(5));
  expect(await overdue()).toEqual([]);
  await setNextObservationDue(db, table.tableId, hour(4));
  await failRun(db, await someStartedRun(db, table.tableId), { code: "too_slow", message: "Too slow." });
  expect(await overdue()).toMatchObject([{ name: table.tableName, dueAt: hour(4), lastRunState: "failed", lastErrorMessage: "Too slow." }]);
  await setTablePaused(db, table.tableId, true);
  expect(await overdue()).toEqual([]);
  await setTablePaused(db, table.tableId, false);
  await completeRun(db, await someStartedRun(db, table.tableId), someCompletedRun(table, { nextObservationDueAt: hour(6) }));
  expect(await overdue()).toEqual([]);
});

test("notes are found by the moment that they are about", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  const note = await insertNote(db, { tableId, at: hour(3), author: "Ada", text: "Topic grown to 12 partitions." });
  await insertNote(db, { tableId, at: hour(4), author: "Ada", text: "Later." });
  expect(await listNotes(db, tableId, { from: hour(3), to: hour(4) })).toEqual([note]);
});

test("a key shows the causes of the snapshot that its latest observation saw, and of no other", async () => {
  const { db } = database;
  const table = await someTable(db);
  const shares = [someShare("partition_drift", 3)];
  const complete = async (id: string, at: number, explained: boolean) =>
    await completeRun(
      db,
      await someStartedRun(db, table.tableId),
      someCompletedRun(table, {
        snapshot: { id, committedAt: hour(at) },
        observedAt: hour(at + 1),
        results: [someResult(table.keyVersionId, explained ? { causes: { duplicatedKeys: 3, causes: someCauses(shares) } } : {})],
      }),
    );
  const shown = async () => (await listTableOverview(db, { metrics: ["rows"], tableIds: [table.tableId] })).map(({ causes }) => causes);
  await complete("2", 2, true);
  expect(await shown()).toEqual([shares]);
  await complete("3", 3, false);
  expect(await shown()).toEqual([null]);
});
