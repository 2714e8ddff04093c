import { expect, test } from "vitest";
import { findFieldById, hasType, schemaShape, type Field } from "#lib/iceberg/plan/schema.ts";

const FIELDS: Field[] = [
  { id: 1, name: "id", type: "long" },
  {
    id: 2,
    name: "a",
    type: { type: "struct", fields: [{ id: 3, name: "b", type: { type: "struct", fields: [{ id: 4, name: "c", type: "string" }] } }] },
  },
  { id: 5, name: "xs", type: { type: "list", "element-id": 6, element: "int" } },
];

test("a field is found by id at any depth of structs, with the way to it", () => {
  expect(findFieldById(FIELDS, 4)?.path.map((field) => field.name)).toEqual(["a", "b", "c"]);
  expect(findFieldById(FIELDS, 1)?.path.map((field) => field.name)).toEqual(["id"]);
});

test("an id that the schema lacks, or that is a list's element, is not found", () => {
  expect(findFieldById(FIELDS, 99)).toBeNull();
  expect(findFieldById(FIELDS, 6)).toBeNull();
});

test("a type is found inside structs, lists and maps", () => {
  const inside: Field = { id: 1, name: "t", type: "timestamptz_ns" };
  const list: Field = { id: 2, name: "l", type: { type: "list", "element-id": 3, element: { type: "struct", fields: [inside] } } };
  const map: Field = { id: 4, name: "m", type: { type: "map", "key-id": 5, key: "string", "value-id": 6, value: "timestamptz_ns" } };
  expect([hasType([list], "timestamptz_ns"), hasType([map], "timestamptz_ns"), hasType(FIELDS, "timestamptz_ns")]).toEqual([
    true,
    true,
    false,
  ]);
});

test("a schema of format v1 has no id of its own and gets 0", () => {
  expect(schemaShape.parse({ type: "struct", fields: [{ id: 1, name: "id", required: true, type: "long" }] })["schema-id"]).toBe(0);
});

test("a type that is neither text nor struct, list or map is refused", () => {
  expect(schemaShape.safeParse({ fields: [{ id: 1, name: "id", type: { type: "tuple" } }] }).success).toBe(false);
});
