import { expect, test } from "vitest";
import { isStoredWithoutLoss } from "#lib/iceberg/duckdb/own-plan/lossless-types.ts";

const stored = (storedAs: string | null, logicalType: string | null = null) => ({
  name: "c",
  fieldId: 1,
  type: "INT64",
  storedAs,
  logicalType,
  children: [],
});

test.each([
  ["long", "BIGINT"],
  ["long", "INTEGER"],
  ["long", "UBIGINT"],
  ["int", "TINYINT"],
  ["double", "FLOAT"],
  ["double", "DOUBLE"],
  ["decimal(38, 2)", "DECIMAL(9,2)"],
  ["decimal(9,2)", "DECIMAL(9,2)"],
  ["timestamp", "TIMESTAMP"],
  ["timestamptz", "TIMESTAMP"],
  ["timestamptz", "TIMESTAMP WITH TIME ZONE"],
  ["timestamp", "DATE"],
  ["timestamp_ns", "TIMESTAMP_NS"],
  ["timestamptz_ns", "TIMESTAMP WITH TIME ZONE"],
  ["time", "TIME WITH TIME ZONE"],
  ["string", "BLOB"],
  ["uuid", "BLOB"],
  ["long", null],
])("a %s may be stored as %s", (type, storedAs) => {
  expect(isStoredWithoutLoss(stored(storedAs), type)).toBe(true);
});

test.each([
  ["long", "DOUBLE"],
  ["long", "VARCHAR"],
  ["int", "DECIMAL(9,2)"],
  ["int", "BOOLEAN"],
  ["float", "DOUBLE"],
  ["double", "BIGINT"],
  ["boolean", "INTEGER"],
  ["decimal(38, 2)", "DECIMAL(9,3)"],
  ["decimal(38, 2)", "DOUBLE"],
  ["date", "TIMESTAMP"],
  ["timestamp", "TIMESTAMP_NS"],
  ["timestamp", "VARCHAR"],
])("a %s may not be stored as %s", (type, storedAs) => {
  expect(isStoredWithoutLoss(stored(storedAs), type)).toBe(false);
});

test("zoned nanoseconds are no zoned microseconds, though DuckDB reads both as one type", () => {
  const nanoseconds = stored("TIMESTAMP WITH TIME ZONE", "TimestampType(isAdjustedToUTC=1, unit=TimeUnit(NANOS=NanoSeconds()))");
  expect([isStoredWithoutLoss(nanoseconds, "timestamptz"), isStoredWithoutLoss(nanoseconds, "timestamptz_ns")]).toEqual([false, true]);
});
