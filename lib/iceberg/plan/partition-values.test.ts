import { expect, test } from "vitest";
import type { PartitionSpec } from "#lib/iceberg/plan/metadata.ts";
import { tupleReader } from "#lib/iceberg/plan/partition-values.ts";
import type { Schema } from "#lib/iceberg/plan/schema.ts";

const SCHEMAS: Schema[] = [
  { "schema-id": 0, fields: [{ id: 1, name: "born", type: "date" }] },
  {
    "schema-id": 1,
    fields: [
      { id: 1, name: "birthday", type: "date" },
      { id: 2, name: "at", type: "timestamp" },
      { id: 3, name: "who", type: { type: "struct", fields: [{ id: 4, name: "mail", type: "string" }] } },
      { id: 5, name: "count", type: "int" },
    ],
  },
];

function spec(...fields: [sourceId: number, transform: string][]): PartitionSpec {
  return { "spec-id": 1, fields: fields.map(([id, transform]) => ({ "source-id": id, transform, name: `f${id}_${transform}` })) };
}

test.each([
  [1, "identity", "0", "1970-01-01"],
  [2, "day", "20781", "2026-11-24"],
  [2, "day", "-1", "1969-12-31"],
  [2, "month", "682", "2026-11"],
  [2, "month", "-1", "1969-12"],
  [2, "year", "-1", "1969"],
  [2, "hour", "25", "1970-01-02-01"],
  [5, "identity", "25", "25"],
  [4, "truncate[3]", "a/b", "a/b"],
  [5, "bucket[16]", "3", "3"],
  [2, "day", "9999999999999", "9999999999999"],
])("field %i by %s: %s is said as %s", (id, transform, stored, said) => {
  expect(tupleReader(spec([id, transform]), SCHEMAS)(JSON.stringify([stored]))[0]?.value).toBe(said);
});

test("a value names its field and the column that it is made from by its newest name, a nested one by the column that it lies in", () => {
  const read = tupleReader(spec([1, "identity"], [2, "void"], [4, "bucket[4]"]), SCHEMAS);
  expect(read('["1",null,null]')).toEqual([
    { field: "f1_identity", columns: ["birthday"], value: "1970-01-02" },
    { field: "f4_bucket[4]", columns: ["who"], value: null },
  ]);
});

test("a value of a column that no schema has any more names none", () => {
  expect(tupleReader(spec([9, "identity"]), SCHEMAS)('["x"]')).toEqual([{ field: "f9_identity", columns: [], value: "x" }]);
});

test("a spec without fields, or with void ones only, has no values", () => {
  expect(tupleReader(spec(), SCHEMAS)("[]")).toEqual([]);
  expect(tupleReader(spec([1, "void"]), SCHEMAS)("[null]")).toEqual([]);
});
