import { expect, test } from "vitest";
import { resolveColumn, splitColumnPath } from "#lib/iceberg/plan/column-path.ts";
import type { Field } from "#lib/iceberg/plan/schema.ts";

const FIELDS: Field[] = [
  { id: 1, name: "id", type: "long" },
  { id: 2, name: "a.b", type: "string" },
  { id: 3, name: 'say "hi"', type: "string" },
  { id: 4, name: "Order", type: { type: "struct", fields: [{ id: 5, name: "Id", type: "long" }] } },
  { id: 6, name: "Twin", type: "string" },
  { id: 7, name: "twin", type: "string" },
  { id: 8, name: "TWO", type: "string" },
  { id: 9, name: "two", type: "string" },
];

test.each([
  ["id", ["id"]],
  ["a.b.c", ["a", "b", "c"]],
  ['"a.b".c', ["a.b", "c"]],
  ['a."b.c"', ["a", "b.c"]],
  ['"say ""hi"""', ['say "hi"']],
  [" id ", ["id"]],
  ["two words", ["two words"]],
  ["$$kafka_offset", ["$$kafka_offset"]],
  ["ключ", ["ключ"]],
])("%s is the path %j", (written, parts) => {
  expect(splitColumnPath(written)).toEqual(parts);
});

test.each(["", " ", ".", "a.", ".a", "a..b", '"a', '"a"b'])("%j is refused as no column path", (written) => {
  expect(() => splitColumnPath(written)).toThrow(/is not a column path: write a\.b/);
});

test("a nested column is found by its dotted path, whatever its case", () => {
  expect(resolveColumn(FIELDS, "order.id")).toMatchObject({ id: 5, type: "long", written: "order.id" });
});

test("a name that holds a dot is found in quotes", () => {
  expect(resolveColumn(FIELDS, '"a.b"').id).toBe(2);
});

test("an exact name wins over one that differs in case", () => {
  expect([resolveColumn(FIELDS, "Twin").id, resolveColumn(FIELDS, "twin").id]).toEqual([6, 7]);
});

test("a name that fits two columns but for case is refused", () => {
  expect(() => resolveColumn(FIELDS, "Two")).toThrow(/Column Two: the table has no Two/);
});

test("an unknown column is refused with the names that exist", () => {
  expect(() => resolveColumn(FIELDS, "nope")).toThrow(
    expect.objectContaining({ code: "unknown_column", message: expect.stringContaining("It has id, a.b,") }),
  );
});

test("a dotted name without quotes says to quote it", () => {
  expect(() => resolveColumn(FIELDS, "a.b")).toThrow(/write "a\.b" in double quotes/);
});

test("a field inside a column that is no struct is unknown", () => {
  expect(() => resolveColumn(FIELDS, "id.x")).toThrow(/column id has no x/);
});

test("of a wide table only the first thirty names are told", () => {
  const wide = Array.from({ length: 500 }, (_, index): Field => ({ id: index, name: `c${index}`, type: "int" }));
  expect(() => resolveColumn(wide, "nope")).toThrow(/c29, and 470 more\./);
});
