import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Facts } from "#lib/iceberg/contract.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

/** A table whose schema may hold lists and maps, which the writer of rows does not know. */
function tableOf(fields: object[], formatVersion: 2 | 3 = 2): ModelledTable {
  const table = engine.newTable({ fields: [aField(1, "id")], formatVersion });
  Object.assign(table.table.schema, { fields });
  return table;
}

async function append(table: ModelledTable, query: string, fieldIds: string): Promise<void> {
  table.table.commit({ operation: "append", add: [await engine.dataFile(table, query, fieldIds)] });
}

const struct = (id: number, name: string, fields: object[], rest: object = {}) => ({
  id,
  name,
  required: false,
  type: { type: "struct", fields },
  ...rest,
});
/** The first duplicated key's first row. */
const shown = (facts: Facts) => facts.samples[0]?.rows[0]?.values;
const keys = (facts: Facts) => facts.samples.map((sample) => sample.key.join("|"));

describe("columns are found by field id", () => {
  test("a renamed column reads on, and a new column of the old name is another", async () => {
    const table = tableOf([aField(1, "key"), aField(2, "id", "string")]);
    await append(table, "SELECT unnest([7, 7])::BIGINT AS id", "id: 1");
    expect(keys(await engine.facts(table, { key: ["key"] }))).toEqual(["7"]);
    expect((await engine.facts(table, { key: ["id"] })).keyProfile.nullKeyRows).toBe(2);
  });

  test("columns of any name are told apart from what a statement calls its own", async () => {
    const names = ["p", "r", "x", "h", "f", "__k0", "__file", "__w0", "__scope", 'odd "name"', "filename", "Ünï"];
    const table = tableOf([aField(1, "id"), ...names.map((name, index) => aField(index + 2, name))]);
    const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
    const columns = names.map((name, index) => `${(index + 2) * 100}::BIGINT AS ${quoted(name)}`).join(", ");
    const ids = names.map((name, index) => `${quoted(name)}: ${index + 2}`).join(", ");
    await append(table, `SELECT i // 2 AS id, ${columns} FROM range(4) t(i)`, `id: 1, ${ids}`);
    const facts = await engine.facts(table);
    expect(shown(facts)).toEqual(Object.fromEntries([["id", "0"], ...names.map((name, index) => [name, String((index + 2) * 100)])]));
    for (const [index, name] of names.entries()) {
      const read = await engine.facts(table, { key: [quoted(name)], where: `${quoted(name)} = ${(index + 2) * 100} AND id = 1` });
      expect([name, read.keyProfile.rows, read.samples[0]?.key]).toEqual([name, 2, [String((index + 2) * 100)]]);
    }
  });

  test.each(["file_row_number", "file_index", "FILE_INDEX"])(
    "a column named %s, which would be taken for a row's place, is read by its field id",
    async (name) => {
      const table = tableOf([aField(1, "id"), aField(2, name), aField(3, "s", "string")]);
      const select = `SELECT 1::BIGINT AS id, 5::BIGINT AS ${name}, unnest(['x', 'y']) AS s`;
      await append(table, select, `id: 1, ${name}: 2, s: 3`);
      const facts = await engine.facts(table, { key: [name] });
      expect([facts.keyProfile.rows, facts.keyProfile.duplicatedKeys, facts.trust.level]).toEqual([2, 1, "exact"]);
      expect(facts.samples[0]?.rows.map(({ values, position }) => [values[name], values["s"], position])).toEqual([
        ["5", "x", "0"],
        ["5", "y", "1"],
      ]);
    },
  );

  test.each(["file_row_number", "file_index"])("a column named %s in a file without field ids is refused", async (name) => {
    const mapping = [
      { "field-id": 1, names: ["id"] },
      { "field-id": 2, names: [name] },
    ];
    const table = engine.newTable({
      fields: [aField(1, "id"), aField(2, name)],
      properties: { "schema.name-mapping.default": JSON.stringify(mapping) },
    });
    table.table.commit({ operation: "append", add: [await engine.dataFile(table, `SELECT 1::BIGINT AS id, 5::BIGINT AS ${name}`, null)] });
    await expect(engine.facts(table)).rejects.toThrow(expect.objectContaining({ code: "table_unsupported" }));
  });

  test("a folder that looks like a partition says nothing about a column", async () => {
    const table = tableOf([aField(1, "id"), aField(2, "dt", "string")]);
    const file = await engine.dataFile(table, "SELECT 1::BIGINT AS id, 'real' AS dt", "id: 1, dt: 2", "dt=claimed/id=9/a.parquet");
    table.table.commit({ operation: "append", add: [file, file] });
    expect(shown(await engine.facts(table, { key: ["dt"] }))).toEqual({ id: "1", dt: "real" });
  });

  test("a wide table is read column by column", async () => {
    const names = Array.from({ length: 500 }, (_, index) => `c${index}`);
    const table = tableOf([aField(1000, "id"), ...names.map((name, index) => aField(index + 1, name))]);
    const columns = names.map((name, index) => `${index}::BIGINT AS ${name}`).join(", ");
    const ids = names.map((name, index) => `${name}: ${index + 1}`).join(", ");
    await append(table, `SELECT 1::BIGINT AS id, ${columns} FROM range(2)`, `id: 1000, ${ids}`);
    expect(shown(await engine.facts(table))).toEqual(
      Object.fromEntries([["id", "1"], ...names.map((name, index) => [name, String(index)])]),
    );
  });
});

describe("values are widened to the column's type", () => {
  test.each([
    ["int to long", "long", ["7::INTEGER", "7::BIGINT"], "7"],
    ["float to double", "double", ["0.1::FLOAT", "0.1::FLOAT::DOUBLE"], "0.10000000149011612"],
    ["decimals", "decimal(38, 2)", ["1.10::DECIMAL(4,2)", "1.10::DECIMAL(18,2)", "1.10::DECIMAL(38,2)"], "1.10"],
    ["date to timestamp", "timestamp", ["DATE '1969-12-31'", "TIMESTAMP '1969-12-31'"], "1969-12-31 00:00:00"],
    ["unsigned integers", "long", ["255::UTINYINT", "255::USMALLINT", "255::UINTEGER", "255::UBIGINT"], "255"],
    ["small integers", "int", ["-3::TINYINT", "-3::SMALLINT"], "-3"],
    [
      "local and zoned times",
      "timestamptz",
      ["TIMESTAMP '1960-01-01 00:00:00.000001'", "TIMESTAMPTZ '1960-01-01 00:00:00.000001+00'"],
      "1960-01-01 00:00:00.000001+00",
    ],
    ["zeros", "double", ["0.0::DOUBLE", "-0.0::DOUBLE", "0.0::FLOAT"], "0.0"],
    ["not a number", "double", ["'nan'::DOUBLE", "-('nan'::DOUBLE)"], "nan"],
    ["text without its annotation", "string", ["'é'", "encode('é')"], "é"],
    ["bytes marked as text", "binary", ["'é'::VARCHAR", "'\\xC3\\xA9'::BLOB"], "c3a9"],
    [
      "uuids as bytes",
      "uuid",
      [
        "'01890a5d-ac96-774b-bcce-b302099a8057'::UUID",
        "'\\x01\\x89\\x0A\\x5D\\xAC\\x96\\x77\\x4B\\xBC\\xCE\\xB3\\x02\\x09\\x9A\\x80\\x57'::BLOB",
      ],
      "01890a5d-ac96-774b-bcce-b302099a8057",
    ],
  ])("%s", async (_, type, values, key) => {
    const table = tableOf([aField(1, "id", type)]);
    for (const value of values) await append(table, `SELECT ${value} AS id`, "id: 1");
    const facts = await engine.facts(table);
    expect([facts.keyProfile.rows, facts.keyProfile.distinctKeys, facts.samples[0]?.rowCount]).toEqual([values.length, 1, values.length]);
    expect(facts.samples[0]?.key[0]?.replace(/^-(?=0\.0|nan)/, "")).toBe(key);
  });

  test("a number that the column cannot hold is an error of the file, even beside a filter", async () => {
    const table = tableOf([aField(1, "id")]);
    await append(table, "SELECT 18446744073709551615::UBIGINT AS id", "id: 1");
    await expect(engine.facts(table, { where: "id IS NOT NULL" })).rejects.toThrow(expect.objectContaining({ code: "table_unreadable" }));
  });
});

test.each([
  ["long", "1.5::DOUBLE"],
  ["long", "'007'"],
  ["decimal(9, 2)", "1.555::DECIMAL(9,3)"],
  ["date", "TIMESTAMP '2026-01-01 12:00:00'"],
])("a %s that a file stores as %s is not rounded: the file is named and the table unreadable", async (type, value) => {
  const table = tableOf([aField(1, "id", type), aField(2, "v")]);
  const file = await engine.dataFile(table, `SELECT ${value} AS id, 1::BIGINT AS v`, "id: 1, v: 2", "odd.parquet");
  table.table.commit({ operation: "append", add: [file] });
  await expect(engine.facts(table)).rejects.toThrow(/odd\.parquet stores id as .*, which is no/);
  expect((await engine.facts(table, { key: ["v"] })).keyProfile.rows).toBe(1);
});

describe("a column that the file lacks", () => {
  test("is its initial default, where it has one", async () => {
    const table = tableOf([aField(1, "id"), aField(2, "a", "string", { "initial-default": "it's" }), aField(3, "b", "int")], 3);
    await append(table, "SELECT 1::BIGINT AS id FROM range(2)", "id: 1");
    expect(shown(await engine.facts(table))).toEqual({ id: "1", a: "it's", b: null });
    expect(keys(await engine.facts(table, { key: ["a"] }))).toEqual(["it's"]);
  });

  test("inside a struct is its default only where the struct is there", async () => {
    const inner = [aField(3, "b", "string"), aField(4, "c", "string", { "initial-default": "x" })];
    const table = tableOf([aField(1, "id"), struct(2, "a", inner)], 3);
    await append(table, "SELECT 1::BIGINT AS id, {'b': 'y'} AS a UNION ALL SELECT 1, NULL", "id: 1, a: {__duckdb_field_id: 2, b: 3}");
    await append(table, "SELECT 1::BIGINT AS id", "id: 1");
    const facts = await engine.facts(table, { key: ["a.c"] });
    expect([facts.keyProfile.distinctKeys, facts.keyProfile.nullKeyRows]).toEqual([1, 2]);
    expect((await engine.facts(table)).samples[0]?.rows.map((row) => row.values["a"])).toEqual(["{'b': y, 'c': x}", null, null]);
  });

  test("inside a struct that defaults to {} is its own default", async () => {
    const inner = [aField(4, "c", "string", { "initial-default": "x" })];
    const table = tableOf([aField(1, "id"), struct(2, "a", inner, { "initial-default": {} })], 3);
    await append(table, "SELECT 1::BIGINT AS id FROM range(2)", "id: 1");
    const facts = await engine.facts(table, { key: ["a.c"] });
    expect([keys(facts), shown(facts)?.["a"]]).toEqual([["x"], "{'c': x}"]);
  });

  test.each([
    ["string", "it's", "it's"],
    ["long", "9007199254740993", "9007199254740993"],
    ["boolean", "true", "true"],
    ["date", "1969-12-31", "1969-12-31"],
    ["timestamptz", "1969-12-31 23:59:59.999999", "1969-12-31 23:59:59.999999+00"],
    ["uuid", "01890a5d-ac96-774b-bcce-b302099a8057", "01890a5d-ac96-774b-bcce-b302099a8057"],
    ["binary", "00ff27", "00ff27"],
    ["decimal(38, 2)", "-123456789012345678901234567890.50", "-123456789012345678901234567890.50"],
    ["double", "0.1", "0.1"],
  ])("is the partition's value, where it is a partition column of a migrated table (%s)", async (type, value, key) => {
    const spec = { "spec-id": 0, fields: [{ "source-id": 2, "field-id": 1000, name: "part", transform: "identity" }] };
    const table = engine.newTable({ fields: [aField(1, "id"), aField(2, "k", type)], spec });
    const placement = { specId: 0, partition: table.partitionOf(aRow({ 2: value }), spec) };
    const without = await engine.dataFile(table, "SELECT 1::BIGINT AS id", "id: 1");
    const complete = await table.dataFile([aRow({ 1: "2", 2: value })], placement);
    table.table.commit({ operation: "append", add: [{ ...without, ...placement }, complete] });
    const facts = await engine.facts(table, { key: ["k"] });
    expect([keys(facts), facts.samples[0]?.rowCount]).toEqual([[key], 2]);
  });

  test("is NULL where the partition's value is NULL or transformed", async () => {
    const spec = { "spec-id": 0, fields: [{ "source-id": 2, "field-id": 1000, name: "part", transform: "bucket[4]" }] };
    const table = engine.newTable({ fields: [aField(1, "id"), aField(2, "k")], spec });
    const file = await engine.dataFile(table, "SELECT 1::BIGINT AS id", "id: 1");
    table.table.commit({ operation: "append", add: [{ ...file, partition: [3] }] });
    expect((await engine.facts(table, { key: ["k"] })).keyProfile.nullKeyRows).toBe(1);
  });
});

describe("nested columns evolve by id at every depth", () => {
  test("structs are renamed, reordered and gain fields", async () => {
    const inner = [aField(5, "added"), aField(4, "second"), aField(3, "first")];
    const table = tableOf([aField(1, "id"), struct(2, "renamed", inner)]);
    await append(
      table,
      "SELECT 1::BIGINT AS id, {'a': 10::BIGINT, 'b': 20::BIGINT} AS s FROM range(2)",
      "id: 1, s: {__duckdb_field_id: 2, a: 3, b: 4}",
    );
    expect(shown(await engine.facts(table))?.["renamed"]).toBe("{'added': NULL, 'second': 20, 'first': 10}");
    expect(keys(await engine.facts(table, { key: ["renamed.second"] }))).toEqual(["20"]);
  });

  test("structs inside lists and maps too", async () => {
    const list = { type: "list", "element-id": 3, element: { type: "struct", fields: [aField(5, "added"), aField(4, "renamed")] } };
    const map = { type: "map", "key-id": 7, key: "string", "value-id": 8, value: { type: "struct", fields: [aField(9, "other")] } };
    const table = tableOf([aField(1, "id"), { id: 2, name: "xs", type: list }, { id: 6, name: "m", type: map }]);
    const ids =
      "id: 1, xs: {__duckdb_field_id: 2, element: {__duckdb_field_id: 3, a: 4}}, m: {__duckdb_field_id: 6, key: 7, value: {__duckdb_field_id: 8, a: 9}}";
    await append(
      table,
      "SELECT 1::BIGINT AS id, [{'a': 10::BIGINT}] AS xs, MAP {'k': {'a': 20::BIGINT}} AS m UNION ALL SELECT 1, NULL, NULL",
      ids,
    );
    const rows = (await engine.facts(table)).samples[0]?.rows.map(({ values }) => [values["xs"], values["m"]]);
    expect(rows).toEqual([
      ["[{'added': NULL, 'renamed': 10}]", "{k={'other': 20}}"],
      [null, null],
    ]);
  });
});

test("a column of a type that cannot be held is not shown, and the rest is", async () => {
  const table = tableOf([aField(1, "id"), aField(2, "doc", "variant")], 3);
  await append(table, "SELECT 1::BIGINT AS id FROM range(2)", "id: 1");
  expect(shown(await engine.facts(table))).toEqual({ id: "1" });
});

test("a table without a data file has no rows, whatever its columns", async () => {
  const nested = aField(2, "a", { type: "struct", fields: [aField(3, "b", "decimal(9, 2)")] });
  const table = engine.newTable({ fields: [aField(1, "id"), nested] });
  expect((await engine.facts(table, { key: ["a.b", "id"] })).keyProfile).toMatchObject({ rows: 0, distinctKeys: 0, rowsPerKeyMax: 0 });
  table.table.commit({ operation: "append", add: [await table.dataFile([], ANYWHERE)] });
  expect((await engine.facts(table)).keyProfile).toMatchObject({ rows: 0 });
});
