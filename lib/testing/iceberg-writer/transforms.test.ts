import { expect, test } from "vitest";
import { murmur3, transformed } from "./transforms.ts";
import { bigEndian, microsecondsOf, typedValue } from "./values.ts";

test.each([
  ["a long", Buffer.from("2200000000000000", "hex"), 2_017_239_379],
  ["a decimal", bigEndian(1420n), -500_754_589],
  ["text", Buffer.from("iceberg"), 1_210_000_089],
  ["a uuid", Buffer.from("f79c3e09677c4bbda4793f349cb785e7", "hex"), 1_488_055_340],
  ["bytes", Buffer.from("00010203", "hex"), -188_683_207],
])("the hash of %s is the one that Iceberg's specification prints", (_name, bytes, hash) => {
  expect(murmur3(bytes)).toBe(hash);
});

test.each([
  ["int", "truncate[10]", "-1", -10],
  ["string", "truncate[3]", "iceberg", "ice"],
  ["decimal(9, 2)", "truncate[50]", "10.65", 1050n],
  ["timestamp", "day", "1969-12-31 23:59:59", -1],
  ["timestamptz", "month", "2026-03-01 00:00:00", 56 * 12 + 2],
  ["string", "void", "gone", null],
])("%s under %s", (type, transform, text, expected) => {
  expect(transformed(type, transform, typedValue(type, text))).toEqual(expected);
});

test("microseconds before 1970 are counted downwards", () => {
  expect(microsecondsOf("1969-12-31 23:59:59.999999")).toBe(-1n);
});

test.each([
  ["a date before the first year", "date", "0001-12-31 (BC)", -719_163],
  ["a date in a year of five digits", "date", "10000-01-01", 2_932_897],
  ["a time", "time", "01:02:03.5", 3_723_500_000n],
  ["nanoseconds before 1970", "timestamp_ns", "1969-12-31 23:59:59.999999999", -1n],
  ["minus zero", "float", "-0.0", -0],
  ["what is no number", "double", "nan", Number.NaN],
  ["minus infinity", "double", "-inf", Number.NEGATIVE_INFINITY],
])("%s is read from its text", (_name, type, text, value) => {
  expect(typedValue(type, text)).toBe(value);
});

test("nanoseconds fall into the bucket and the day of their microsecond", () => {
  const value = typedValue("timestamp_ns", "1969-12-31 23:59:59.999999999");
  expect(transformed("timestamp_ns", "bucket[16]", value)).toBe(transformed("timestamp", "bucket[16]", -1n));
  expect(transformed("timestamp_ns", "day", value)).toBe(-1);
});
