import { afterAll, beforeAll, expect, test } from "vitest";
import { someTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { recordTableSchema } from "./table-schemas.ts";
import { listTableWriters } from "./table-writers.ts";
import { getTable } from "./tables.ts";

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
  expect((await listTableWriters(db, [flow])).get(flow.id)).toEqual({ managedBy: "you", layout: null });
  const added = [column("$$topic", "string", 2), column("$$partition", "int", 3), column("$$offset", "long", 4)];
  await recordTableSchema(db, { tableId: flow.id, schemaId: 1, columns: added });
  const writers = await listTableWriters(db, [flow, plain]);
  expect(writers.get(flow.id)).toEqual({ managedBy: "tableflow", layout: "tableflow" });
  expect(writers.get(plain.id)).toEqual({ managedBy: "you", layout: null });
});
