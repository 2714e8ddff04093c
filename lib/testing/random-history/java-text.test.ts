import { expect, test } from "vitest";
import { javaText } from "./java-text.ts";

test.each([
  ["time", "00:00:00", "00:00"],
  ["time", "01:02:03.5", "01:02:03.500"],
  ["time", "00:00:00.000001", "00:00:00.000001"],
  ["date", "0001-12-31 (BC)", "0000-12-31"],
  ["date", "0044-03-15 (BC)", "-0043-03-15"],
  ["date", "10000-01-01", "+10000-01-01"],
  ["float", "16777216.0", "1.6777216E7"],
  ["float", "-0.0", "-0.0"],
  ["double", "-inf", "-Infinity"],
  ["timestamp_ns", "1969-12-31 23:59:59.999999999", "-1"],
  ["timestamp", "1969-12-31 23:59:59.999999", "-1"],
  ["string", "10", "10"],
])("a %s %s is %s to Java", (type, value, text) => {
  expect(javaText(type, value)).toBe(text);
});
