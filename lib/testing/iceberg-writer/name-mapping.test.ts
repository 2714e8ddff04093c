import { expect, test } from "vitest";
import type { Field } from "./iceberg-schema.ts";
import { byName, mappedRows, withAliases, withNames } from "./name-mapping.ts";

const column = (id: number, name: string, type: Field["type"] = "int"): Field => ({ id, name, required: false, type });

function read(written: Field[], row: [number, string][], ...schemas: Field[][]): [number, string | null][] {
  const mapping = schemas.reduce(withNames, withNames([], written));
  return [...(mappedRows({ byName: [byName(written, new Map(row))], byId: [new Map([[9, "known"]])] }, mapping)[0] ?? [])];
}

test("a renamed column is found by its earlier name, beside what the tuple knows", () => {
  expect(read([column(1, "a")], [[1, "7"]], [column(1, "b")])).toEqual([
    [9, "known"],
    [1, "7"],
  ]);
});

test("a name that another column took since leads to that one", () => {
  expect(read([column(1, "a")], [[1, "7"]], [column(2, "a")])).toEqual([
    [9, "known"],
    [2, "7"],
  ]);
});

test("a name inside a struct is not that outside", () => {
  const doc = column(3, "doc", { type: "struct", fields: [column(2, "a")] });
  expect(
    read(
      [column(1, "a"), doc],
      [
        [1, "7"],
        [2, "8"],
      ],
    ),
  ).toEqual([
    [9, "known"],
    [1, "7"],
    [2, "8"],
  ]);
});

test("a column that is written under an alias is found by it, in a struct too", () => {
  const fields = [column(1, "a"), column(3, "doc", { type: "struct", fields: [column(2, "b")] })];
  const row: [number, string][] = [
    [1, "7"],
    [2, "8"],
  ];
  expect(read(withAliases(fields), row, fields)).toEqual([[9, "known"], ...row]);
});
