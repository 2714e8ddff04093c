import { afterAll, beforeAll, expect, test } from "vitest";
import type { Fact } from "#lib/iceberg/contract-fact.ts";
import { aField, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const FIELDS = [aField(1, "id"), aField(2, "op", "string"), aField(3, "v", "string"), aField(4, "off"), aField(5, "w", "string")];

/** Keys that a snapshot and a stream both brought, among rows `(id, op, v, off, w)`. */
async function overlap(rows: string, columns: object = { op: "op", kafkaOffset: "off" }, cdc = true): Promise<Fact<number>> {
  const table = engine.newTable({ fields: FIELDS });
  const query = `SELECT id::BIGINT AS id, op, v, off::BIGINT AS off, w FROM (VALUES ${rows}) t(id, op, v, off, w)`;
  table.table.commit({ operation: "append", add: [await engine.dataFile(table, query, "id: 1, op: 2, v: 3, off: 4, w: 5")] });
  return (await engine.facts(table, { cdc, columns })).rowFacts.snapshotStreamOverlapKeys;
}

test("a snapshot read and an insert with equal payload overlap, whatever their offsets", async () => {
  expect(await overlap("(1, 'r', 'a', 1, 'x'), (1, 'c', 'a', 9, 'x')")).toEqual({ value: 1 });
});

test("NULLs in the payload are equal", async () => {
  expect(await overlap("(1, 'r', NULL, 1, NULL), (1, 'c', NULL, 9, NULL)")).toEqual({ value: 1 });
});

test("a snapshot read and an insert with another payload do not overlap", async () => {
  expect(await overlap("(1, 'r', 'a', 1, 'x'), (1, 'c', 'a', 9, 'y')")).toEqual({ value: 0 });
});

test("two snapshot reads overlap, whatever they hold", async () => {
  expect(await overlap("(1, 'r', 'a', 1, 'x'), (1, 'r', 'b', 9, 'y')")).toEqual({ value: 1 });
});

test("a snapshot read and an update with equal payload overlap", async () => {
  expect(await overlap("(1, 'r', 'a', 1, 'x'), (1, 'u', 'a', 9, 'x')")).toEqual({ value: 1 });
});

test("a change with another payload overlaps where its log position is not after the read's", async () => {
  const columns = { op: "op", kafkaOffset: "off", lsn: ["w"] };
  const rows =
    "(1, 'r', 'a', 1, '10'), (1, 'u', 'b', 9, '9'), (2, 'r', 'a', 2, '10'), (2, 'c', 'b', 8, '10'), (3, 'r', 'a', 3, '9'), (3, 'u', 'b', 7, '10'), (4, 'r', 'a', 4, NULL), (4, 'u', 'b', 6, '9')";
  expect(await overlap(rows, columns)).toEqual({ value: 2 });
});

test("two inserts, a delete, or reads of two keys do not overlap", async () => {
  const rows =
    "(1, 'c', 'a', 1, 'x'), (1, 'c', 'a', 2, 'x'), (2, 'r', 'a', 3, 'x'), (2, 'd', 'a', 4, 'x'), (3, 'r', 'a', 5, 'x'), (NULL, 'r', 'a', 6, 'x'), (NULL, 'r', 'a', 7, 'x')";
  expect(await overlap(rows)).toEqual({ value: 0 });
});

test("a key counts once, with several such pairs too", async () => {
  expect(
    await overlap("(1, 'r', 'a', 1, 'x'), (1, 'r', 'a', 2, 'x'), (1, 'c', 'a', 3, 'x'), (2, 'r', 'b', 4, 'x'), (2, 'c', 'b', 5, 'x')"),
  ).toEqual({ value: 2 });
});

test("the payload of an envelope is its after struct alone", async () => {
  const after = aField(3, "after", { type: "struct", fields: [aField(4, "x", "string")] });
  const table = engine.newTable({ fields: [aField(1, "id"), aField(2, "op", "string"), after, aField(5, "ts")] });
  const query = "SELECT * FROM (VALUES (1::BIGINT, 'r', {'x': 'a'}, 1::BIGINT), (1, 'c', {'x': 'a'}, 2)) t(id, op, after, ts)";
  table.table.commit({
    operation: "append",
    add: [await engine.dataFile(table, query, "id: 1, op: 2, after: {__duckdb_field_id: 3, x: 4}, ts: 5")],
  });
  const { rowFacts } = await engine.facts(table, { cdc: true, columns: { op: "op" } });
  expect([rowFacts.snapshotStreamOverlapKeys, rowFacts.envelope]).toEqual([{ value: 1 }, { value: 1 }]);
});

test("a payload with a column that cannot be read leaves the number open, and the check stands", async () => {
  const table = engine.newTable({ fields: [aField(1, "id"), aField(2, "op", "string"), aField(3, "doc", "variant")], formatVersion: 3 });
  const query = "SELECT * FROM (VALUES (1::BIGINT, 'r'), (1, 'c')) t(id, op)";
  table.table.commit({ operation: "append", add: [await engine.dataFile(table, query, "id: 1, op: 2")] });
  const facts = await engine.facts(table, { cdc: true, columns: { op: "op" } });
  expect(facts.rowFacts.snapshotStreamOverlapKeys).toMatchObject({ value: null, reason: expect.stringContaining("Column doc") });
  expect(facts.keyProfile.duplicatedKeys).toBe(1);
});

test("without an op column, or for a table that is no CDC table, the number is not computed, and it is said why", async () => {
  expect(await overlap("(1, 'r', 'a', 1, 'x')", {})).toMatchObject({ value: null, reason: expect.stringContaining("--op") });
  expect(await overlap("(1, 'r', 'a', 1, 'x')", { op: "op" }, false)).toMatchObject({
    value: null,
    reason: expect.stringContaining("--kind cdc"),
  });
});
