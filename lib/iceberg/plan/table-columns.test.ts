import { expect, test } from "vitest";
import { schemaShape } from "#lib/iceberg/plan/schema.ts";
import { tableColumns } from "#lib/iceberg/plan/table-columns.ts";

test("columns are listed in the schema's order, with types as the specification writes them", () => {
  const struct = { type: "struct", fields: [{ id: 7, name: "a b", required: true, type: "decimal(4, 1)" }] };
  const list = { type: "list", "element-id": 5, "element-required": false, element: "string" };
  const map = { type: "map", "key-id": 8, key: "string", "value-id": 9, "value-required": true, value: list };
  const columns = tableColumns(
    schemaShape.parse({
      "schema-id": 3,
      fields: [
        { id: 2, name: "amount", required: true, type: "decimal(12, 2)" },
        { id: 1, name: "at", required: false, type: "timestamptz" },
        { id: 3, name: "tags", type: list },
        { id: 4, name: "more", required: false, type: map },
        { id: 6, name: "inner", required: false, type: struct },
        { id: 10, name: "raw", required: false, type: "fixed[16]" },
      ],
    }),
  );
  expect(columns).toEqual([
    { name: "amount", type: "decimal(12,2)", fieldId: 2, required: true },
    { name: "at", type: "timestamptz", fieldId: 1, required: false },
    { name: "tags", type: "list<string>", fieldId: 3, required: false },
    { name: "more", type: "map<string, list<string>>", fieldId: 4, required: false },
    { name: "inner", type: "struct<a b: decimal(4,1)>", fieldId: 6, required: false },
    { name: "raw", type: "fixed[16]", fieldId: 10, required: false },
  ]);
});
