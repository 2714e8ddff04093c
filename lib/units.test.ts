import { expect, test } from "vitest";
import { formatBytes, formatDuration, parseBytes, parseDuration } from "#lib/units.ts";

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
