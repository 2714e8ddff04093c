import { expect, test } from "vitest";
import { formatBytes, formatDuration } from "#lib/units.ts";

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
