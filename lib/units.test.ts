import { expect, test } from "vitest";
import {
  boundSign,
  formatAge,
  formatAgo,
  formatBytes,
  formatCount,
  formatDuration,
  formatFactor,
  formatMetric,
  formatTick,
  parseBytes,
  parseDuration,
  shortId,
} from "#lib/units.ts";

test.each([
  [0, "0 bytes"],
  [1023, "1023 bytes"],
  [1024, "1 KiB"],
  [1.5 * 1024 ** 3, "1.5 GiB"],
  [544 * 1024 ** 2, "544 MiB"],
])("%d bytes read as %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  [400, "0.4 s"],
  [90_000, "90 s"],
  [600_000, "10 min"],
  [9_000_000, "2.5 h"],
  [71 * 3_600_000, "71 h"],
  [84 * 3_600_000, "3.5 days"],
  [15_333.7 * 3_600_000, "639 days"],
  [1200 * 86_400_000, "1,200 days"],
])("%d ms read as %s", (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

test.each([
  ["50GiB", 50 * 1024 ** 3],
  ["1.5 kb", 1500],
  ["0", 0],
  ["9PB", null],
  ["-1GB", null],
  ["9007199254740993", null],
])("the size %s is %s bytes", (text, bytes) => {
  expect(parseBytes(text)).toBe(bytes);
});

test.each([
  ["90s", 90],
  ["15m", 900],
  ["1h30m", 5400],
  ["400d", 34_560_000],
  ["15", null],
  ["15min", null],
  ["1.5h", null],
  ["", null],
])("the span %s is %s seconds", (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});

test.each([
  [0, "0"],
  [18_412, "18,412"],
  [9_999_999, "9,999,999"],
  [12_310_000, "12.31 M"],
  [-2_500_000_000, "\u22122.50 G"],
])("the count %d reads as %s", (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test.each([
  [0, "now"],
  [40_000, "40 s"],
  [-1_560_000, "26 min"],
  [93_600_000, "26 h"],
  [259_200_000, "3 d"],
])("%d ms of age read as %s", (milliseconds, text) => {
  expect(formatAge(milliseconds)).toBe(text);
});

test.each([
  [-60_000, "now"],
  [4999, "now"],
  [5000, "5 s ago"],
  [93_600_000, "26 h ago"],
])("what was %d ms before is said as %s", (milliseconds, text) => {
  expect(formatAgo(milliseconds)).toBe(text);
});

test("a count that is only a bound has the sign of its side", () => {
  expect((["at least", "at most", null] as const).map(boundSign)).toEqual(["≥ ", "≤ ", ""]);
});

test("a long id is said by its ends, a short one whole", () => {
  expect(["6403573175645205479", "123456789012"].map(shortId)).toEqual(["6403…5479", "123456789012"]);
});

test.each([
  [0.1714, "ratio", "0.171"],
  [5400, "seconds", "90 min"],
  [2048, "bytes", "2 KiB"],
  [1234, "keys", "1,234"],
])("%d %s read as %s", (value, unit, text) => {
  expect(formatMetric(value, unit)).toBe(text);
});

test.each([
  [0, "0"],
  [0.25, "0.25"],
  [0.025, "0.025"],
  [0.3, "0.3"],
  [2500, "2,500"],
  [20_000, "20 k"],
  [1_500_000, "1.5 M"],
  [-20_000, "\u221220 k"],
])("the tick %d of an axis reads as %s", (value, text) => {
  expect(formatTick(value)).toBe(text);
});

test("a factor keeps the little beyond 1", () => {
  expect(formatFactor(1.00447)).toBe("1.0045");
});
