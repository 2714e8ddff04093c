import { expect, test } from "vitest";
import { knownSort, nextSort, readSort, sortRows, sortsOf } from "./sorting.ts";

const COLUMNS = { name: "asc", rows: "desc" } as const;

test("a click on a head asks for the column's own direction, the next one for the other, and a third for the first again", () => {
  expect(nextSort(COLUMNS, null, "rows")).toBe("rows");
  expect(nextSort(COLUMNS, "rows", "rows")).toBe("rows.asc");
  expect(nextSort(COLUMNS, "rows.asc", "rows")).toBe("rows");
  expect(nextSort(COLUMNS, "rows.asc", "name")).toBe("name");
});

test("only the spellings that links use are understood, and each is read back as it was written", () => {
  expect(sortsOf(COLUMNS)).toEqual(["name", "name.desc", "rows", "rows.asc"]);
  expect(readSort(COLUMNS, "rows.asc")).toEqual({ column: "rows", direction: "asc" });
  expect(readSort(COLUMNS, "name")).toEqual({ column: "name", direction: "asc" });
  for (const odd of ["toString", "rows.up", "rows.desc", "", "size"]) expect(knownSort(COLUMNS, odd)).toBeNull();
});

test("what is unknown comes last in both directions, and ties keep their order", () => {
  const rows = [
    { id: "a", rows: null },
    { id: "b", rows: 2 },
    { id: "c", rows: 10 },
    { id: "d", rows: 2 },
  ];
  const ids = (direction: "asc" | "desc") => sortRows(rows, (row) => row.rows, direction).map(({ id }) => id);
  expect(ids("asc")).toEqual(["b", "d", "c", "a"]);
  expect(ids("desc")).toEqual(["c", "b", "d", "a"]);
  expect(sortRows(["t10", "T2"], (name) => name, "asc")).toEqual(["T2", "t10"]);
});
