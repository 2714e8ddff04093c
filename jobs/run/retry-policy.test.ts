import { expect, test } from "vitest";
import { ATTEMPTS_MAX, retryAfterSeconds } from "#jobs/run/retry-policy.ts";

test.each([
  ["a crashed reader is tried once more", "reader_crashed", 1, 5],
  ["and not a third time", "reader_crashed", 2, null],
  ["a missing extension is waited for", "extension_missing", 1, 30],
  ["longer the second time", "extension_missing", 2, 120],
  ["and then given up", "extension_missing", 3, null],
  ["a table that cannot be read is not read again", "table_unreadable", 1, null],
  ["nor one that is not there", "table_not_found", 1, null],
  ["nor a reading that was too slow", "too_slow", 1, null],
  ["nor one that needs more memory than it may have", "out_of_memory", 1, null],
  ["a silent store is tried until the run began too often", "store_unreachable", ATTEMPTS_MAX, null],
] as const)("%s", (_, code, attempt, seconds) => {
  expect(retryAfterSeconds(code, attempt)).toBe(seconds);
});
