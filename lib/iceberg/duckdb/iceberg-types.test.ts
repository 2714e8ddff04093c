import { expect, test } from "vitest";
import { constant, duckdbType, isBytes, isReadable, losesPrecision, partitionConstant } from "#lib/iceberg/duckdb/iceberg-types.ts";
import type { IcebergType } from "#lib/iceberg/plan/schema.ts";

const NESTED: IcebergType = {
  type: "struct",
  fields: [
    { id: 1, name: 'odd "name"', type: "int" },
    { id: 2, name: "xs", type: { type: "list", "element-id": 3, element: "string" } },
    { id: 4, name: "m", type: { type: "map", "key-id": 5, key: "string", "value-id": 6, value: "decimal(38, 10)" } },
  ],
};

test("a nested type is spelled out to its leaves, names quoted", () => {
  expect(duckdbType(NESTED)).toBe('STRUCT("odd ""name""" INTEGER, "xs" VARCHAR[], "m" MAP(VARCHAR, DECIMAL(38, 10)))');
});

test.each(["variant", "geometry(srid:1)", "unknown", "toString", "decimal(1)"])("%s cannot be held and is refused", (type) => {
  expect(() => duckdbType(type)).toThrow(expect.objectContaining({ code: "table_unsupported" }));
  expect(isReadable(type)).toBe(false);
});

test("a type that cannot be held is found inside others", () => {
  expect(isReadable({ type: "list", "element-id": 1, element: "variant" })).toBe(false);
  expect(isReadable(NESTED)).toBe(true);
});

test("only zoned nanoseconds lose precision", () => {
  expect(["timestamptz_ns", "timestamp_ns", "timestamptz", "long"].map(losesPrecision)).toEqual([true, false, false, false]);
});

test("binary and fixed columns are bytes", () => {
  expect([isBytes("binary"), isBytes("fixed[16]"), isBytes("uuid"), isBytes(NESTED)]).toEqual([true, true, false, false]);
});

test.each<[unknown, string, string]>([
  ["it's", "string", "CAST('it''s' AS VARCHAR)"],
  ["9007199254740993", "long", "CAST('9007199254740993' AS BIGINT)"],
  [false, "boolean", "CAST('false' AS BOOLEAN)"],
  ["00ff", "binary", "from_hex('00ff')"],
  ["00ff", "fixed[2]", "from_hex('00ff')"],
  [null, "int", "CAST(NULL AS INTEGER)"],
  [undefined, "int", "CAST(NULL AS INTEGER)"],
])("the default %j of a %s column is %s", (value, type, sql) => {
  expect(constant(value, type)).toBe(sql);
});

test.each<[text: string | null, written: string, type: string, sql: string]>([
  ["-1", "date", "date", "CAST((DATE '1970-01-01' + CAST('-1' AS INTEGER)) AS DATE)"],
  ["7", "long", "int", "CAST(CAST('7' AS BIGINT) AS INTEGER)"],
  ["00ff", "binary", "binary", "CAST(from_hex('00ff') AS BLOB)"],
  ["-5", "timestamptz", "timestamptz", "CAST(make_timestamp(CAST('-5' AS BIGINT)) AS TIMESTAMPTZ)"],
  ["5", "timestamp_ns", "timestamp_ns", "CAST(make_timestamp_ns(CAST('5' AS BIGINT)) AS TIMESTAMP_NS)"],
  [null, "date", "date", "CAST(NULL AS DATE)"],
])("a partition's value %s of a %s as a %s is %s", (text, written, type, sql) => {
  expect(partitionConstant({ text, type: written }, type)).toBe(sql);
});
