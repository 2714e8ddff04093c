import { expect, test } from "vitest";
import { readRetryAfter } from "#lib/iceberg/catalog/retry-after.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");

test.each<[string | null, number | null]>([
  ["120", 120_000],
  [" 7 ", 7000],
  ["Sun, 01 Mar 2026 12:02:00 GMT", 120_000],
  ["Sun, 01 Mar 2026 11:59:00 GMT", null],
  ["0", null],
  ["86400", 3_600_000],
  ["-5", null],
  ["soon", null],
  ["1.5", null],
  [null, null],
])("Retry-After %s is %s milliseconds", (header, waitMs) => {
  expect(readRetryAfter(header, NOW)).toBe(waitMs);
});
