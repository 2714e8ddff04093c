import { afterAll, beforeAll, expect, test } from "vitest";
import { someCompletedRun, someSnapshots, someStartedRun, someTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { completeRun } from "./complete-run.ts";
import { findLatestColumns, findSnapshotColumns, recordTableSchema } from "./table-schemas.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const ID = { name: "id", type: "long", fieldId: 1, required: true };
const NOTE = { name: "note", type: "string", fieldId: 2, required: false };

test("a completed run notes the schema that it read, and a snapshot is told by its own schema", async () => {
  const { db } = database;
  const table = await someTable(db);
  const [first, second] = someSnapshots(2).map((snapshot, schemaId) => ({ ...snapshot, schemaId }));
  if (!first || !second) throw new Error("there are two snapshots");
  for (const [at, columns] of [[ID], [ID, NOTE]].entries()) {
    const run = someCompletedRun(table, { retained: [first, second], schema: { schemaId: at, columns } });
    expect(await completeRun(db, await someStartedRun(db, table.tableId), run)).toBe(true);
  }
  const columnsAt = async (snapshotId: string) => await findSnapshotColumns(db, { tableId: table.tableId, snapshotId });
  expect(await columnsAt(first.snapshotId)).toEqual([ID]);
  expect(await columnsAt(second.snapshotId)).toEqual([ID, NOTE]);
  expect(await columnsAt("17")).toBeNull();
  expect(await findLatestColumns(db, table.tableId)).toEqual([ID, NOTE]);
});

test("of a table that does not number its schemas the columns seen last are known", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  for (const columns of [[ID], [NOTE]]) await recordTableSchema(db, { tableId, schemaId: null, columns });
  expect(await findLatestColumns(db, tableId)).toEqual([NOTE]);
});
