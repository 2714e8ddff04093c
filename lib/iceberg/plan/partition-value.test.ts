import { expect, test } from "vitest";
import { parseAvroSchema } from "#lib/iceberg/avro/avro-schema.ts";
import { partitionValueText, shownTimestamp } from "#lib/iceberg/plan/partition-value.ts";

const fixed = (size: number, rest = {}) => ({ type: "fixed", name: "f", size, ...rest });
const bytes = (hex: string) => Buffer.from(hex, "hex");

test.each<[type: string, stored: unknown, value: unknown, text: string]>([
  ["boolean", "boolean", false, "false"],
  ["int", "int", -7, "-7"],
  ["long", "int", 7, "7"],
  ["long", "long", 9007199254740993n, "9007199254740993"],
  ["float", "float", 0.5, "0.5"],
  ["double", "double", 0, "0"],
  ["double", "double", -0, "-0"],
  ["double", "double", Number.NaN, "NaN"],
  ["date", { type: "int", logicalType: "date" }, -719_162, "-719162"],
  ["date", "int", -719_162, "-719162"],
  ["date", "long", 3, "3"],
  ["time", { type: "long", logicalType: "time-micros" }, 3_723_000_001, "01:02:03.000001"],
  ["time", { type: "int", logicalType: "time-millis" }, 3_723_500, "01:02:03.5"],
  ["timestamp", { type: "long", logicalType: "timestamp-micros" }, 1_700_000_000_000_001, "1700000000000001"],
  ["timestamp", { type: "long", logicalType: "local-timestamp-micros" }, 1, "1"],
  ["timestamp", { type: "long", logicalType: "timestamp-millis" }, -5, "-5000"],
  ["timestamptz", "long", 1_700_000_000_000_000, "1700000000000000"],
  ["timestamptz", { type: "long", logicalType: "timestamp-nanos" }, 5000, "5"],
  ["timestamp_ns", { type: "long", logicalType: "timestamp-nanos" }, 1_700_000_000_000_000_001n, "1700000000000000001"],
  ["timestamp_ns", { type: "long", logicalType: "timestamp-micros" }, 1, "1000"],
  ["timestamp", { type: "int", logicalType: "date" }, 1, "86400000000"],
  ["decimal(9, 2)", fixed(4, { logicalType: "decimal", precision: 9, scale: 2 }), bytes("fffffffb"), "-0.05"],
  ["decimal(9, 2)", { type: "bytes", logicalType: "decimal", precision: 9, scale: 2 }, bytes("fb"), "-0.05"],
  ["decimal(9, 2)", "bytes", bytes("3039"), "123.45"],
  ["decimal(4, 0)", "bytes", bytes("00ff"), "255"],
  ["decimal(4, 2)", "int", 7, "0.07"],
  ["uuid", fixed(16, { logicalType: "uuid" }), bytes("00112233445566778899aabbccddeeff"), "00112233-4455-6677-8899-aabbccddeeff"],
  ["uuid", { type: "string", logicalType: "uuid" }, "00112233-4455-6677-8899-AABBCCDDEEFF", "00112233-4455-6677-8899-aabbccddeeff"],
  ["fixed[2]", fixed(2), bytes("00ff"), "00ff"],
  ["binary", "bytes", bytes("00ff"), "00ff"],
  ["binary", fixed(2), bytes("00ff"), "00ff"],
  ["string", "string", "2026-01-01", "2026-01-01"],
  ["string", "bytes", Buffer.from("ä"), "ä"],
])("a %s stored as %j: %s is %s", (type, stored, value, text) => {
  expect(partitionValueText(value, parseAvroSchema(stored), type)).toBe(text);
  expect(partitionValueText(value, parseAvroSchema(["null", stored]), type)).toBe(text);
});

test("NULL stays NULL in every type", () => {
  expect(["int", "string", "decimal(9, 2)", "unknown"].map((type) => partitionValueText(null, parseAvroSchema("null"), type))).toEqual(
    Array(4).fill(null),
  );
});

test.each<[type: string, stored: unknown, value: unknown]>([
  ["int", "string", "7"],
  ["string", "int", 7],
  ["boolean", "int", 1],
  ["uuid", "bytes", bytes("0011")],
  ["time", "long", 86_400_000_000],
  ["timestamp", { type: "long", logicalType: "timestamp-nanos" }, 5001],
  ["decimal(9, 2)", { type: "bytes", logicalType: "decimal", precision: 9, scale: 3 }, bytes("01")],
])("a %s that is stored as %j: %s is none", (type, stored, value) => {
  expect(partitionValueText(value, parseAvroSchema(stored), type)).toBeUndefined();
});

test("timestamps are shown with the digits that they have, before 1970 too", () => {
  expect(shownTimestamp("-1", "timestamp")).toBe("1969-12-31 23:59:59.999999");
  expect(shownTimestamp("1700000000500000", "timestamptz")).toBe("2023-11-14 22:13:20.5+00");
  expect(shownTimestamp("1700000000000000001", "timestamp_ns")).toBe("2023-11-14 22:13:20.000000001");
  expect(shownTimestamp("9223372036854775807", "timestamp")).toBeNull();
});
