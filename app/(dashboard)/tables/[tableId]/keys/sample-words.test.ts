import { expect, test } from "vitest";
import { someTable } from "#lib/testing/table-definition.ts";
import { aBareRow as row } from "#lib/testing/causes.ts";
import { countRows, differingColumns, eventMoment, listNames, orderColumns, readMoment, rolesOf, sayPartitions } from "./sample-words.ts";

const ROLES = rolesOf(
  someTable({ columns: { kafkaTopic: "_meta.topic", kafkaOffset: "Kafka_Offset", op: "__op", eventTime: "updated_at" } }).columns,
);

test("rows differ in business columns only, and NULL is not empty text", () => {
  const rows = [
    row({ id: "1", note: null, kafka_offset: "1", _meta: "{1}", __op: "c", status: "paid" }),
    row({ id: "1", note: "", kafka_offset: "2", _meta: "{2}", __op: "u", status: "paid" }),
  ];
  expect(differingColumns(rows, ROLES, null)).toEqual(["note"]);
  expect(differingColumns([], ROLES, null)).toEqual([]);
});

test("columns are named in the order of the schema, and what it does not know comes last", () => {
  const columns = ["zeta", "Alpha"].map((name, fieldId) => ({ name, type: "string", fieldId, required: false }));
  expect(orderColumns(["new", "alpha", "zeta"], columns)).toEqual(["zeta", "alpha", "new"]);
  expect(orderColumns(["b", "a"], null)).toEqual(["a", "b"]);
});

test.each([
  [["orders/10", "orders/4"], "4 and 10"],
  [["4"], "4 in all rows"],
  [["a/1", "b/1"], "a/1 and b/1"],
  [["1", "2", "3", "4", "5", "6"], "1, 2, 3, 4 and 2 more"],
  [[], ""],
])("partitions %j read %s", (partitions, text) => {
  expect(sayPartitions(partitions)).toBe(text);
});

test.each([
  ["2026-09-22 14:26:15.298+00", "2026-09-22T14:26:15.298Z"],
  ["2026-09-22 14:26:15.298123+05:30", "2026-09-22T08:56:15.298Z"],
  ["2026-09-22 14:26:15", "2026-09-22T14:26:15.000Z"],
  ["2026-02-27", "2026-02-27T00:00:00.000Z"],
  ["1790000000000", null],
  ["masked 1", null],
  [null, null],
])("%s is the moment %s", (text, iso) => {
  expect(readMoment(text)).toBe(iso);
});

test("a row's event time is that of the table's column, whatever the case", () => {
  expect(eventMoment(row({ UPDATED_AT: "2026-02-27 05:11:45.102+00" }), ROLES)).toBe("2026-02-27T05:11:45.102Z");
  expect(eventMoment(row({ id: "1" }), ROLES)).toBeNull();
});

test("small numbers are words, and long lists are cut with their rest counted", () => {
  expect([1, 2, 12].map(countRows)).toEqual(["One row", "Two rows", "12 rows"]);
  expect([listNames([]), listNames(["a"]), listNames(["a", "b"]), listNames(["a", "b", "c"], 2)]).toEqual([
    "",
    "a",
    "a and b",
    "a, b and 1 more",
  ]);
});
