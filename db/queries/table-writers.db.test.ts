import { afterAll, beforeAll, expect, test } from "vitest";
import { completeRun } from "./complete-run.ts";
import { someCompletedRun, someSnapshots, someStartedRun, someTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { recordTableSchema } from "./table-schemas.ts";
import { listTableWriters, readTableWriter } from "./table-writers.ts";
import { getTable } from "./tables.ts";
import { recordSnapshots } from "./snapshots.ts";
import { snapshotFacts } from "../schema/snapshot-facts.ts";
import { UNKNOWN_WRITER } from "#lib/layouts/table-writer.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const column = (name: string, type: string, fieldId: number) => ({ name, type, fieldId, required: false });

test("each table's owner is told by the columns of the schema that was seen last", async () => {
  const { db } = database;
  const [flow, plain] = [await getTable(db, (await someTable(db)).tableId), await getTable(db, (await someTable(db)).tableId)];
  await recordTableSchema(db, { tableId: flow.id, schemaId: 0, columns: [column("order_id", "long", 1)] });
  expect((await listTableWriters(db, [flow])).get(flow.id)).toEqual(UNKNOWN_WRITER);
  const added = [column("$$topic", "string", 2), column("$$partition", "int", 3), column("$$offset", "long", 4)];
  await recordTableSchema(db, { tableId: flow.id, schemaId: 1, columns: added });
  const writers = await listTableWriters(db, [flow, plain]);
  expect(writers.get(flow.id)).toEqual({ managedBy: "tableflow", layout: "tableflow", neverDeletes: false });
  expect(writers.get(plain.id)).toEqual(UNKNOWN_WRITER);
});

test("a table's owner is told by what its metadata said when a run read it last", async () => {
  const { db } = database;
  const table = await someTable(db);
  const managedBy = async () => (await readTableWriter(db, await getTable(db, table.tableId))).managedBy;
  const read = async (properties: Record<string, string>) => {
    const ownerMarks = { location: "s3://lake/shop/orders", properties };
    expect(await completeRun(db, await someStartedRun(db, table.tableId), someCompletedRun(table, { ownerMarks }))).toBe(true);
  };
  expect(await managedBy()).toBe("you");
  await read({ "delta-version": "17" });
  expect(await managedBy()).toBe("delta_lake");
  await read({});
  expect(await managedBy()).toBe("you");
});

test.each([
  { of: "appends and compactions", operations: ["append", "replace"], deletes: 0, expected: true },
  { of: "an overwrite", operations: ["append", "overwrite"], deletes: 0, expected: false },
  { of: "a delete", operations: ["append", "delete"], deletes: 0, expected: false },
  { of: "a commit that does not say what it did", operations: ["append", null], deletes: 0, expected: false },
  { of: "appends, beside delete files of older commits", operations: ["append"], deletes: 1, expected: false },
  { of: "appends, with facts that do not count delete files", operations: ["append"], deletes: null, expected: false },
  { of: "nothing", operations: [], deletes: 0, expected: false },
])("a table with retained commits of $of: nobody deletes from it is $expected", async ({ operations, deletes, expected }) => {
  const { db } = database;
  const { tableId, keyVersionId } = await someTable(db);
  await recordSnapshots(
    db,
    tableId,
    someSnapshots(operations.length).map((snapshot, at) => ({ ...snapshot, operation: operations[at] ?? null })),
  );
  await db.insert(snapshotFacts).values({
    keyVersionId,
    snapshotId: "1",
    committedAt: new Date("2026-03-01T00:00:00Z"),
    position_delete_files: deletes,
    equality_delete_files: 0,
    deletion_vectors: 0,
    engine: "duckdb",
    readBy: "own plan",
    trustLevel: "exact",
  });
  expect((await readTableWriter(db, await getTable(db, tableId))).neverDeletes).toBe(expected);
});
