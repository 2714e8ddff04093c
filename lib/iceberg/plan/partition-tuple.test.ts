import { expect, test } from "vitest";
import { parseAvroSchema } from "#lib/iceberg/avro/avro-schema.ts";
import type { PartitionSpec } from "#lib/iceberg/plan/metadata.ts";
import { isUnpartitioned, resultType, tupleDecoder } from "#lib/iceberg/plan/partition-tuple.ts";
import type { Schema } from "#lib/iceberg/plan/schema.ts";
import { specs } from "#lib/testing/live-files.ts";

const SCHEMAS: Schema[] = [
  { "schema-id": 0, fields: [{ id: 2, name: "n", type: "int" }] },
  {
    "schema-id": 1,
    fields: [
      { id: 1, name: "s", type: "string" },
      { id: 2, name: "n", type: "long" },
      { id: 3, name: "t", type: "timestamp" },
    ],
  },
];

type StructField = [name: string, type: unknown, id?: number];
const struct = (...fields: StructField[]) =>
  parseAvroSchema({
    type: "record",
    name: "r102",
    fields: fields.map(([name, type, id]) => ({ name, type: ["null", type], ...(id === undefined ? {} : { "field-id": id }) })),
  });

function spec(...fields: [id: number | undefined, source: number, transform: string, name: string][]): PartitionSpec {
  return {
    "spec-id": 0,
    fields: fields.map(([id, source, transform, name]) => ({
      ...(id === undefined ? {} : { "field-id": id }),
      "source-id": source,
      transform,
      name,
    })),
  };
}

const TWO = spec([1000, 1, "identity", "s"], [1001, 2, "identity", "n"]);

test("a spec without fields, or with void ones only, is unpartitioned", () => {
  const known = specs({
    0: [],
    1: [[1, "void"]],
    2: [
      [1, "void"],
      [2, "day"],
    ],
  });
  expect([...known.values()].map(isUnpartitioned)).toEqual([true, true, false]);
});

test.each([
  ["identity", 2, "long"],
  ["truncate[4]", 1, "string"],
  ["day", 3, "date"],
  ["hour", 3, "int"],
  ["bucket[16]", 1, "int"],
  ["identity", 9, "unknown"],
])("%s of column %i gives a %s", (transform, source, type) => {
  const [field] = spec([1000, source, transform, "p"]).fields;
  expect(field && resultType(field, SCHEMAS)).toBe(type);
});

test("values are found by field id, in whatever order and under whatever name the manifest has them", () => {
  const inOrder = tupleDecoder(struct(["s", "string", 1000], ["n", "int", 1001]), TWO, SCHEMAS);
  const turned = tupleDecoder(struct(["n", "long", 1001], ["old_s", "string", 1000]), TWO, SCHEMAS);
  expect(inOrder(["a", 7])).toEqual({ text: '["a","7"]', fault: null });
  expect(turned([7, "a"])).toEqual({ text: '["a","7"]', fault: null });
});

test("values of a struct without ids are found by name, and else by place", () => {
  expect(tupleDecoder(struct(["n", "int"], ["s", "string"]), TWO, SCHEMAS)([7, "a"]).text).toBe('["a","7"]');
  expect(tupleDecoder(struct(["x", "string"], ["y", "int"]), TWO, SCHEMAS)(["a", 7]).text).toBe('["a","7"]');
});

test("a field that was taken out of the spec is NULL, whether the manifest has it or not", () => {
  const voided = spec([1000, 1, "void", "s"], [1001, 2, "identity", "n"]);
  const same = { text: '[null,"7"]', fault: null };
  expect(tupleDecoder(struct(["n", "int", 1001]), voided, SCHEMAS)([7])).toEqual(same);
  expect(tupleDecoder(struct(["s", "string", 1000], ["n", "int", 1001]), voided, SCHEMAS)(["a", 7])).toEqual(same);
});

test("a field of the spec that the manifest lacks, and one that the spec lacks, are faults", () => {
  expect(tupleDecoder(struct(["s", "string", 1000]), TWO, SCHEMAS)(["a"]).fault).toMatch(/has a tuple of 1/);
  expect(tupleDecoder(struct(["s", "string", 1000]), spec(), SCHEMAS)(["a"]).fault).toMatch(/has a tuple of 1/);
  expect(tupleDecoder(null, TWO, SCHEMAS)(null).fault).toMatch(/has a tuple of 0/);
});

test("a value of another type is a fault that names the field", () => {
  expect(tupleDecoder(struct(["s", "string", 1000], ["n", "string", 1001]), TWO, SCHEMAS)(["a", "b"]).fault).toBe(
    "has a value of the partition field n that is not a long",
  );
});

test("an unpartitioned file has an empty tuple", () => {
  expect(tupleDecoder(null, spec(), SCHEMAS)(null)).toEqual({ text: "[]", fault: null });
});

test("NULL, the text null, an empty text, and texts with quotes and commas are all different", () => {
  const read = tupleDecoder(
    struct(["s", "string", 1000], ["t", "string", 1001]),
    spec([1000, 1, "identity", "s"], [1001, 1, "identity", "t"]),
    SCHEMAS,
  );
  const rows = [
    [null, ""],
    ["null", ""],
    ["", ""],
    ['x","y', "z"],
    ["x", 'y","z'],
  ];
  expect(new Set(rows.map((row) => read(row).text)).size).toBe(rows.length);
});
