import { expect, test } from "vitest";
import { aBareRow as row } from "#lib/testing/causes.ts";
import { readStruct, sideOf, unwrapRows } from "./unwrap.ts";

test("a struct is read as DuckDB writes it: quotes, nested values, NULL and what only looks like it", () => {
  const text = `{'id': 1, 'name': 'it\\'s, a {x}', 'n': NULL, 'empty': '', 'at': '2026-01-01 00:00:00+00', 'nested': {'a': 'q, }', 'b': [1, 2]}, 'map': {k=v}, 'word': 'NULL', 'it\\'s': 5}`;
  expect([...(readStruct(text) ?? [])]).toEqual([
    ["id", "1"],
    ["name", "it's, a {x}"],
    ["n", null],
    ["empty", ""],
    ["at", "2026-01-01 00:00:00+00"],
    ["nested", "{'a': 'q, }', 'b': [1, 2]}"],
    ["map", "{k=v}"],
    ["word", "NULL"],
    ["it's", "5"],
  ]);
});

test.each(["", "NULL", "masked 1", "{k=v}", "{'a': 1", "{'a' 1}", "{'a': 'x}", "[1, 2]"])("%s is no struct", (text) => {
  expect(readStruct(text)).toBeNull();
});

test("before and after are unwrapped in all rows or in none, and nothing else is", () => {
  const rows = unwrapRows([
    row({ op: "c", before: null, after: "{'id': 1, 'status': paid}", source: "{'lsn': 5}" }),
    row({ op: "u", before: "{'id': 1}", after: "{'id': 1, 'status': NULL}", source: "{'lsn': 6}" }),
  ]);
  expect(rows.map(({ values }) => values)).toEqual([
    { op: "c", "before.id": null, "after.id": "1", "after.status": "paid", source: "{'lsn': 5}" },
    { op: "u", "before.id": "1", "after.id": "1", "after.status": null, source: "{'lsn': 6}" },
  ]);
  const masked = [row({ after: "{'id': 1}" }), row({ after: "masked 1" })];
  expect(unwrapRows(masked)).toEqual(masked);
  expect([sideOf("after.status"), sideOf("Before.id"), sideOf("after"), sideOf("meta.after")]).toEqual(["after", "before", null, null]);
});
