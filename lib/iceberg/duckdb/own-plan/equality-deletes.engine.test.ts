import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Facts } from "#lib/iceberg/contract.ts";
import type { PartitionSpec, PartitionValue } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const ID = aField(1, "id");
const NAME = aField(2, "name", "string");
type Values = Record<number, string | null>;

const identity = (source: number, type = "identity"): PartitionSpec => ({
  "spec-id": 0,
  fields: [{ "source-id": source, "field-id": 1000, name: "part", transform: type }],
});
const under = (...partition: PartitionValue[]) => ({ specId: 0, partition });

async function append(table: ModelledTable, rows: Values[], placement = ANYWHERE as { specId: number; partition: PartitionValue[] }) {
  table.table.commit({ operation: "append", add: [await table.dataFile(rows.map(aRow), placement)] });
}

async function remove(
  table: ModelledTable,
  rows: Values[],
  equalityIds: number[],
  rest: { placement?: { specId: number; partition: PartitionValue[] }; fields?: (typeof ID)[] } = {},
) {
  const fields = rest.fields ?? [ID, NAME].filter(({ id }) => equalityIds.includes(id));
  const file = await table.equalityDeleteFile(rows.map(aRow), rest.placement ?? ANYWHERE, { equalityIds, fields });
  table.table.commit({ operation: "delete", add: [file] });
}

const numbers = ({ keyProfile, plan, trust }: Facts) => [keyProfile.rows, plan.danglingDeleteFiles.value, trust.level];

describe("an equality delete", () => {
  test("removes older rows with its values and no newer ones", async () => {
    const table = engine.newTable({ fields: [ID] });
    await append(table, [{ 1: "1" }, { 1: "1" }, { 1: "2" }]);
    await remove(table, [{ 1: "1" }], [1]);
    await append(table, [{ 1: "1" }]);
    const facts = await engine.facts(table);
    expect([numbers(facts), facts.keyProfile.rawRows.value, facts.keyProfile.rawDuplicatedKeys.value]).toEqual([[2, 0, "exact"], 4, 1]);
  });

  test("does not reach rows of its own commit, while it removes older ones", async () => {
    const table = engine.newTable({ fields: [ID] });
    const both = async () => {
      const deletes = await table.equalityDeleteFile([aRow({ 1: "1" })], ANYWHERE, { equalityIds: [1], fields: [ID] });
      table.table.commit({ operation: "overwrite", add: [await table.dataFile([aRow({ 1: "1" })], ANYWHERE), deletes] });
    };
    await both();
    expect(numbers(await engine.facts(table))).toEqual([1, 1, "exact"]);
    await both();
    expect(numbers(await engine.facts(table))).toEqual([1, 1, "exact"]);
  });

  test("that older and newer deletes share counts by the newest", async () => {
    const table = engine.newTable({ fields: [ID] });
    await append(table, [{ 1: "1" }]);
    await remove(table, [{ 1: "1" }], [1]);
    await append(table, [{ 1: "1" }]);
    await remove(table, [{ 1: "1" }], [1]);
    await append(table, [{ 1: "1" }]);
    expect(numbers(await engine.facts(table))).toEqual([1, 0, "exact"]);
  });

  test("of NULL removes rows that are NULL, and no others", async () => {
    const table = engine.newTable({ fields: [ID, NAME] });
    await append(table, [
      { 1: "1", 2: null },
      { 1: "2", 2: "" },
      { 1: "3", 2: "null" },
    ]);
    await remove(table, [{ 2: null }], [2]);
    expect((await engine.facts(table)).keyProfile.rows).toBe(2);
  });

  test("of another value removes no row that is NULL", async () => {
    const table = engine.newTable({ fields: [ID, NAME] });
    await append(table, [
      { 1: null, 2: "a" },
      { 1: "1", 2: "b" },
    ]);
    await remove(table, [{ 1: "1" }], [1]);
    expect((await engine.facts(table)).keyProfile).toMatchObject({ rows: 1, nullKeyRows: 1 });
  });

  test("matches a row only in all of its columns, whatever else and in whatever order its file holds", async () => {
    const table = engine.newTable({ fields: [ID, NAME, aField(3, "extra")] });
    await append(table, [
      { 1: "1", 2: "a", 3: "5" },
      { 1: "1", 2: "b", 3: "5" },
      { 1: "2", 2: "a", 3: "5" },
    ]);
    await remove(table, [{ 1: "1", 2: "a", 3: "9" }], [1, 2], { fields: [aField(3, "extra"), NAME, ID] });
    expect((await engine.facts(table)).keyProfile.rows).toBe(2);
  });

  test("stands beside others of other columns", async () => {
    const table = engine.newTable({ fields: [ID, NAME] });
    await append(table, [
      { 1: "1", 2: "a" },
      { 1: "2", 2: "b" },
      { 1: "3", 2: "c" },
      { 1: "4", 2: null },
    ]);
    await remove(table, [{ 1: "1" }], [1]);
    await remove(table, [{ 2: "b" }], [2]);
    await remove(table, [{ 1: "4", 2: null }], [1, 2]);
    const facts = await engine.facts(table);
    expect([facts.keyProfile.rows, facts.keyProfile.rawRows.value]).toEqual([1, 4]);
  });

  test("by a field inside a struct takes a NULL struct for NULL", async () => {
    const nested = aField(3, "s", { type: "struct", fields: [aField(4, "x", "string"), aField(5, "y", "string")] });
    const only = aField(3, "s", { type: "struct", fields: [aField(4, "x", "string")] });
    const table = engine.newTable({ fields: [ID, nested] });
    await append(table, [{ 1: "1", 4: "a" }, { 1: "2" }, { 1: "3", 5: "b" }]);
    await remove(table, [{ 4: "a" }], [4], { fields: [only] });
    expect((await engine.facts(table)).keyProfile.rows).toBe(2);
    await remove(table, [{ 4: null }], [4], { fields: [only] });
    expect((await engine.facts(table)).keyProfile.rows).toBe(0);
  });

  test("by a column that was dropped since still removes what it removed", async () => {
    const table = engine.newTable({ fields: [ID, NAME] });
    await append(table, [
      { 1: "1", 2: "a" },
      { 1: "2", 2: "b" },
    ]);
    await remove(table, [{ 2: "a" }], [2]);
    table.table.changeSchema([ID, aField(3, "name", "string")]);
    await append(table, [{ 1: "3", 3: "a" }]);
    expect(numbers(await engine.facts(table))).toEqual([2, 0, "exact"]);
  });

  test("of a narrower type matches the widened column", async () => {
    const table = engine.newTable({ fields: [aField(1, "id", "int")] });
    await append(table, [{ 1: "7" }, { 1: "8" }]);
    await remove(table, [{ 1: "7" }], [1], { fields: [aField(1, "id", "int")] });
    table.table.changeSchema([ID]);
    await append(table, [{ 1: "9007199254740993" }]);
    expect((await engine.facts(table)).keyProfile.rows).toBe(2);
  });

  test("matches a column's initial default in files that lack it", async () => {
    const table = engine.newTable({ fields: [ID], formatVersion: 3 });
    await append(table, [{ 1: "1" }]);
    const added = aField(2, "name", "string", { "initial-default": "x" });
    table.table.changeSchema([ID, added]);
    await remove(table, [{ 2: "x" }], [2], { fields: [added] });
    expect((await engine.facts(table)).keyProfile.rows).toBe(0);
  });

  test("without a column that it deletes by is unreadable", async () => {
    const table = engine.newTable({ fields: [ID, NAME] });
    await append(table, [{ 1: "1" }]);
    await remove(table, [{ 1: "1" }], [1, 2], { fields: [ID] });
    await expect(engine.facts(table)).rejects.toThrow(/lacks a column that it deletes by/);
  });

  test("by a field that no schema has is unreadable", async () => {
    const table = engine.newTable({ fields: [ID] });
    await append(table, [{ 1: "1" }]);
    await remove(table, [{ 77: "1" }], [77], { fields: [aField(77, "ghost")] });
    await expect(engine.facts(table)).rejects.toThrow(/deletes by field 77, which no schema of the table has/);
  });

  test("that touches nothing and whose file is gone leaves the table unreadable all the same", async () => {
    const table = engine.newTable({ fields: [ID] });
    const file = await table.equalityDeleteFile([aRow({ 1: "1" })], ANYWHERE, { equalityIds: [1], fields: [ID] });
    table.table.commit({ operation: "delete", add: [{ ...file, path: "/nowhere/e.parquet" }] });
    await append(table, [{ 1: "1" }]);
    await expect(engine.facts(table)).rejects.toThrow(/e\.parquet/);
  });
});

describe("an equality delete in a partitioned table", () => {
  test("reaches its own partition only", async () => {
    const table = engine.newTable({ fields: [ID, NAME], spec: identity(2) });
    await append(table, [{ 1: "1", 2: "a" }], under("a"));
    await append(table, [{ 1: "1", 2: "b" }], under("b"));
    await remove(table, [{ 1: "1" }], [1], { placement: under("a") });
    const facts = await engine.facts(table);
    expect([numbers(facts), facts.trust.reasons]).toEqual([[1, 0, "exact"], [expect.stringMatching(/"at least"/)]]);
  });

  test("reaches the NULL partition from the NULL partition only", async () => {
    const table = engine.newTable({ fields: [ID, NAME], spec: identity(2) });
    await append(table, [{ 1: "1", 2: null }], under(null));
    await append(table, [{ 1: "1", 2: "null" }], under("null"));
    await remove(table, [{ 1: "1" }], [1], { placement: under(null) });
    expect((await engine.facts(table)).keyProfile.rows).toBe(1);
  });

  test("that holds no older data is dangling, though other partitions do", async () => {
    const table = engine.newTable({ fields: [ID, NAME], spec: identity(2) });
    await append(table, [{ 1: "1", 2: "a" }], under("a"));
    await remove(table, [{ 1: "1" }], [1], { placement: under("b") });
    expect(numbers(await engine.facts(table))).toEqual([1, 1, "exact"]);
  });

  test("reaches everything from an unpartitioned spec, beside scoped ones of the same column", async () => {
    const table = engine.newTable({ fields: [ID, NAME], spec: identity(2) });
    await append(
      table,
      [
        { 1: "1", 2: "a" },
        { 1: "2", 2: "a" },
      ],
      under("a"),
    );
    await append(
      table,
      [
        { 1: "1", 2: "b" },
        { 1: "2", 2: "b" },
      ],
      under("b"),
    );
    const global = table.table.changeSpec([]);
    await remove(table, [{ 1: "2" }], [1], { placement: under("b") });
    await remove(table, [{ 1: "1" }], [1], { placement: { specId: global["spec-id"], partition: [] } });
    const facts = await engine.facts(table);
    expect([facts.keyProfile.rows, facts.keyProfile.rawRows.value]).toEqual([1, 4]);
  });

  test("reaches the tuple that another writer stored before the column was widened", async () => {
    const table = engine.newTable({ fields: [ID, aField(3, "k", "int")], spec: identity(3) });
    await append(table, [{ 1: "1", 3: "7" }], under(7));
    table.table.changeSchema([ID, aField(3, "k", "long")]);
    await remove(table, [{ 1: "1" }], [1], { placement: under(7n) });
    expect(numbers(await engine.facts(table))).toEqual([0, 0, "exact"]);
  });

  test("does not reach an equal tuple of another spec", async () => {
    const table = engine.newTable({ fields: [ID, NAME], spec: identity(2) });
    await append(table, [{ 1: "1", 2: "a" }], under("a"));
    const other = table.table.changeSpec([{ "source-id": 2, "field-id": 1001, name: "other", transform: "identity" }]);
    await remove(table, [{ 1: "1" }], [1], { placement: { specId: other["spec-id"], partition: ["a"] } });
    expect(numbers(await engine.facts(table))).toEqual([1, 1, "exact"]);
  });
});

test("an equality delete by a floating-point column is a doubt", async () => {
  const table = engine.newTable({ fields: [ID, aField(3, "x", "double")] });
  await append(table, [{ 1: "1", 3: "0.5" }]);
  await remove(table, [{ 3: "0.5" }], [3], { fields: [aField(3, "x", "double")] });
  expect((await engine.facts(table)).trust).toMatchObject({
    level: "untrusted",
    reasons: [expect.stringContaining("deletes by x, a floating-point column")],
  });
});
