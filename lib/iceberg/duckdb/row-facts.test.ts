import { expect, test } from "vitest";
import type { FactsRequest } from "#lib/iceberg/contract.ts";
import type { RowCounts } from "#lib/iceberg/duckdb/profile/scan-hashes.ts";
import { resolveRequest } from "#lib/iceberg/duckdb/resolve-request.ts";
import { rowFacts } from "#lib/iceberg/duckdb/row-facts.ts";
import { someRequest } from "#lib/testing/facts.ts";

const SCHEMA = {
  "schema-id": 0,
  fields: [
    { id: 1, name: "id", type: "long" },
    { id: 2, name: "at", type: "timestamptz" },
    { id: 3, name: "ms", type: "long" },
    { id: 4, name: "op", type: "string" },
  ],
};
const MARCH = Date.UTC(2026, 2, 1);
const COUNTS: RowCounts = {
  rowsRead: 9,
  rows: 9,
  nullKeyRows: 0,
  keyedRowsWithoutPartition: 0,
  ghostRows: 4,
  softDeletedRows: 5,
  unavailableValueRows: 6,
  latestEventTime: null,
  latestSourceTime: null,
};

function facts(
  columns: Partial<FactsRequest["columns"]>,
  counts: Partial<RowCounts> = {},
  rest: { cdc?: boolean; committedAtMs?: number | null } = {},
) {
  const request = someRequest({ columns, cdc: rest.cdc ?? false });
  const committedAtMs = rest.committedAtMs === undefined ? MARCH + 1500 : rest.committedAtMs;
  return rowFacts(request, { ...COUNTS, ...counts }, resolveRequest(request, SCHEMA, SCHEMA), {
    committedAtMs,
    envelope: true,
    overlap: { value: 2 },
  });
}

test("the lag runs from the latest event to the commit, in seconds to the millisecond", () => {
  const read = facts({ eventTime: "at" }, { latestEventTime: MARCH * 1000 });
  expect([read.commitLagSeconds, read.latestAt]).toEqual([{ value: 1.5 }, { value: "2026-03-01T00:00:00.000Z" }]);
});

test("the source time goes before the event time, and an event after the commit is a lag below zero", () => {
  const read = facts({ eventTime: "at", sourceTime: "at" }, { latestEventTime: 0, latestSourceTime: (MARCH + 2000) * 1000 });
  expect(read.commitLagSeconds).toEqual({ value: -0.5 });
});

test("without a source time in any row the event time is taken", () => {
  expect(facts({ eventTime: "at", sourceTime: "at" }, { latestEventTime: MARCH * 1000 }).latestAt).toEqual({
    value: "2026-03-01T00:00:00.000Z",
  });
});

test("an event before 1970 is a time like any other", () => {
  expect(facts({ eventTime: "at" }, { latestEventTime: -1_000_000 }).latestAt).toEqual({ value: "1969-12-31T23:59:59.000Z" });
});

test("without a column, a row, or a snapshot there is no lag, and it is said why", () => {
  expect(facts({}).commitLagSeconds).toMatchObject({ value: null, reason: expect.stringContaining("--event-time") });
  expect(facts({ eventTime: "at" }).commitLagSeconds).toMatchObject({ value: null, reason: expect.stringContaining("No live row") });
  expect(facts({ eventTime: "at" }, { latestEventTime: MARCH * 1000 }, { committedAtMs: null }).commitLagSeconds).toMatchObject({
    value: null,
  });
});

test.each([
  ["seconds taken for milliseconds", 1_772_323_200 * 1000],
  ["nanoseconds taken for milliseconds", 1_772_323_200e9 * 1000],
])("a number that is no time in its unit (%s) gives no lag", (_, latestEventTime) => {
  const read = facts({ eventTime: "ms" }, { latestEventTime });
  expect(read.commitLagSeconds).toMatchObject({ value: null, reason: expect.stringMatching(/number in ms is not a time since 1990/) });
});

test("a time that no date can hold gives no lag", () => {
  expect(facts({ eventTime: "at" }, { latestEventTime: 9e18 }).latestAt).toMatchObject({
    value: null,
    reason: expect.stringContaining("is not a date"),
  });
});

test("counts of ghosts and soft deletes stand only where their column was given", () => {
  const given = facts({ op: "op", deleted: "op" });
  expect([given.ghostRows, given.softDeletedRows]).toEqual([{ value: 4 }, { value: 5 }]);
  expect(facts({}).ghostRows).toMatchObject({ value: null, reason: expect.stringContaining("--op") });
});

test("the envelope is asked of a CDC table only", () => {
  expect(facts({}, {}, { cdc: true }).envelope).toEqual({ value: 1 });
  expect(facts({}).envelope).toMatchObject({ value: null });
});
