import { afterAll, beforeAll, expect, test } from "vitest";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { someCompletedRun, someResult, someSample, someStartedRun, someTable, type StoredTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { completeRun } from "./complete-run.ts";
import { findLookUpKey, searchKeys } from "./key-search.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

/** A table with these keys in the sample of its newest snapshot. */
async function sampled(changes: Partial<TableDefinition>, keys: string[][]): Promise<StoredTable> {
  const table = await someTable(database.db, changes);
  const samples = keys.map((key, at) => someSample({ key, keyHash: `${table.tableName} ${at}` }));
  const claim = await someStartedRun(database.db, table.tableId);
  await completeRun(database.db, claim, someCompletedRun(table, { results: [someResult(table.keyVersionId, { samples })] }));
  return table;
}
const found = async (text: string) => (await searchKeys(database.db, text, { limit: 10 })).map(({ tableName, key }) => [tableName, ...key]);

test("a key is found in every table by its exact value, by a part of several, by all of them, and by its hash", async () => {
  await sampled({ name: "a" }, [["ord-1"], ["ord-10"]]);
  const keys: TableDefinition["keys"] = [{ name: "pair", columns: ["id", "market"], promise: "unique", keep: "last" }];
  await sampled({ name: "b", keys }, [["ord-1", "DE"]]);
  expect(await found("ord-1")).toEqual([
    ["a", "ord-1"],
    ["b", "ord-1", "DE"],
  ]);
  expect(await found("ord-1 · DE")).toEqual([["b", "ord-1", "DE"]]);
  expect(await found("a 1")).toEqual([["a", "ord-10"]]);
  for (const text of ["ord", "ORD-1", "", "\0", "'; drop table samples"]) expect(await found(text)).toEqual([]);
});

test("a masked key is found neither by what stands for it nor by its hash, also where it was masked later", async () => {
  await sampled({ name: "hidden", masked: ["id"] }, [["masked 1"], ["secret"]]);
  await sampled({ name: "odd" }, [["masked 2"]]);
  for (const text of ["masked 1", "masked 2", "masked", "secret", "hidden 0", "hidden 1", "odd 0"]) expect(await found(text)).toEqual([]);
});

test("a text can be looked up as a key of one column that is not masked", async () => {
  const { tableId } = await someTable(database.db, { name: "plain" });
  expect(await findLookUpKey(database.db, tableId)).toEqual({ tableId, tableName: "plain", keyName: "id" });
  const masked = await someTable(database.db, { name: "masked", masked: ["id"] });
  expect(await findLookUpKey(database.db, masked.tableId)).toBeNull();
});
