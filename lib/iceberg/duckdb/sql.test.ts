import { expect, test } from "vitest";
import { columnPath, exactGlob, fileLiterals, ident, literal } from "#lib/iceberg/duckdb/sql.ts";

test("quotes in a text or a name are doubled", () => {
  expect(literal("it's")).toBe("'it''s'");
  expect(ident('say "hi"')).toBe('"say ""hi"""');
});

test("a text with a NUL character is refused, since a statement would end there", () => {
  expect(() => literal("a\0b")).toThrow(RangeError);
});

test("a chain of fields is quoted link by link", () => {
  expect(columnPath("t", ["a.b", 'c"'])).toBe('t."a.b"."c"""');
});

test("a path becomes a pattern that matches only itself", () => {
  expect(exactGlob("/t/p=[a]*?/x.parquet")).toBe("/t/p=[[]a][*][?]/x.parquet");
});

test("files stand in their order, each quoted and exact", () => {
  expect(fileLiterals(["/it's", "/a*"])).toBe("['/it''s', '/a[*]']");
});
