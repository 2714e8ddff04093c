import { expect, test } from "vitest";
import { ATTEMPTS_MAX, retryAfterSeconds } from "#jobs/run/retry-policy.ts";

test.each([
  ["a crashed reader is tried once more", "reader_crashed", 1, null, 5],
  ["and not a third time", "reader_crashed", 2, "reader_crashed", null],
  ["a crash after an attempt that was lost with its worker is a first one", "reader_crashed", 2, null, 5],
  ["and so is one after another failure", "reader_crashed", 3, "out_of_disk", 5],
  ["but not for ever", "reader_crashed", ATTEMPTS_MAX, null, null],
  ["a missing extension is waited for", "extension_missing", 1, null, 30],
  ["longer the second time", "extension_missing", 2, "extension_missing", 120],
  ["and then given up", "extension_missing", 3, "extension_missing", null],
  ["a table that cannot be read is not read again", "table_unreadable", 1, null, null],
  ["nor one that is not there", "table_not_found", 1, null, null],
  ["nor a reading that was too slow", "too_slow", 1, null, null],
  ["nor one that needs more memory than it may have", "out_of_memory", 1, null, null],
  ["a silent store is tried until the run began too often", "store_unreachable", ATTEMPTS_MAX, "store_unreachable", null],
] as const)("%s", (_, code, attempt, codeBefore, seconds) => {
  expect(retryAfterSeconds({ code, attempt, codeBefore })).toBe(seconds);
});
