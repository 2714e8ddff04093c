import { expect, test } from "vitest";
import { applyNameMapping, hasFieldIds, parseNameMapping } from "#lib/iceberg/duckdb/own-plan/name-mapping.ts";
import { findNode, type ParquetNode } from "#lib/iceberg/duckdb/own-plan/parquet-schema.ts";

const node = (name: string, rest: Partial<ParquetNode> = {}): ParquetNode => ({
  name,
  fieldId: null,
  type: "INT64",
  storedAs: null,
  logicalType: null,
  children: [],
  ...rest,
});
const group = (name: string, logicalType: string | null, ...children: ParquetNode[]) => node(name, { type: null, logicalType, children });
const apply = (columns: ParquetNode[], mapping: object[]) => applyNameMapping(columns, parseNameMapping(JSON.stringify(mapping)) ?? []);
const wayTo = (columns: ParquetNode[], id: number) => findNode(columns, id)?.map(({ name }) => name);

test("columns get the ids of their names, also of older names", () => {
  const mapped = apply(
    [node("key"), node("old_name")],
    [
      { "field-id": 1, names: ["id", "key"] },
      { "field-id": 2, names: ["name", "old_name"] },
    ],
  );
  expect([wayTo(mapped, 1), wayTo(mapped, 2)]).toEqual([["key"], ["old_name"]]);
});

test("names match by case, and a name that is not mapped gets no id", () => {
  expect(hasFieldIds(apply([node("ID"), node("x")], [{ "field-id": 1, names: ["id"] }]))).toBe(false);
});

test("a field inside a struct is mapped by the struct's own names", () => {
  const mapping = [
    { "field-id": 1, names: ["a"], fields: [{ "field-id": 2, names: ["b"] }] },
    { "field-id": 3, names: ["b"] },
  ];
  expect(wayTo(apply([group("a", null, node("b"))], mapping), 2)).toEqual(["a", "b"]);
});

test.each(["list", "bag"])("a list's element is mapped as element, whatever the file calls it (%s)", (repeated) => {
  const file = group("xs", "ListType()", group(repeated, null, group("array_element", null, node("b"))));
  const element = { "field-id": 2, names: ["element"], fields: [{ "field-id": 3, names: ["b"] }] };
  expect(wayTo(apply([file], [{ "field-id": 1, names: ["xs"], fields: [element] }]), 3)).toEqual(["xs", repeated, "array_element", "b"]);
});

test("a list of old writers, whose repeated group is the element, is mapped too", () => {
  const file = group("xs", "LIST", group("array", null, node("b")));
  const element = { "field-id": 2, names: ["element"], fields: [{ "field-id": 3, names: ["b"] }] };
  expect(wayTo(apply([file], [{ "field-id": 1, names: ["xs"], fields: [element] }]), 3)).toEqual(["xs", "array", "b"]);
});

test("a map's key and value are mapped as key and value", () => {
  const file = group("m", "MapType()", group("entries", null, node("k"), group("v", null, node("b"))));
  const fields = [
    { "field-id": 2, names: ["key"] },
    { "field-id": 3, names: ["value"], fields: [{ "field-id": 4, names: ["b"] }] },
  ];
  const mapped = apply([file], [{ "field-id": 1, names: ["m"], fields }]);
  expect([wayTo(mapped, 2), wayTo(mapped, 4)]).toEqual([
    ["m", "entries", "k"],
    ["m", "entries", "v", "b"],
  ]);
});

test.each([undefined, "", "{", "{}", '[{"field-id": "1", "names": ["id"]}]'])("%j is not a name mapping", (property) => {
  expect(parseNameMapping(property)).toBeNull();
});
