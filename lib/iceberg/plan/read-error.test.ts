import { expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import { readError } from "#lib/iceberg/plan/read-error.ts";

const read = (cause: unknown) => readError("The manifest m.avro", "Restore it.", cause);

test("an error of DuckDB becomes a table fault with what, why and the mend", () => {
  const error = read(new Error("Invalid Input Error: bad magic\n\nLINE 1: SELECT * FROM read_avro('m.avro')"));
  expect(error).toMatchObject({
    code: "table_unreadable",
    message: "The manifest m.avro cannot be read: Invalid Input Error: bad magic. Restore it.",
  });
});

test("a file that is gone is said to be gone", () => {
  const error = read(new Error('IO Error: No files found that match the pattern "/t/m.avro"'));
  expect(error).toMatchObject({ message: "The manifest m.avro is gone: /t/m.avro does not exist. Restore it." });
});

test("a row of another shape names its field", () => {
  const cause = z.object({ record_count: z.number() }).safeParse({ record_count: null }).error;
  expect(read(cause)).toMatchObject({ message: expect.stringMatching(/its field record_count does not fit/) });
});

test.each([
  "Out of Memory Error: failed to allocate",
  "Array buffer allocation failed",
  "IO Error: No space left on device",
  "INTERRUPT Error: Interrupted!",
])("%s is no fault of the table and passes unchanged", (message) => {
  const cause = new Error(message);
  expect(read(cause)).toBe(cause);
});

test("an error thrown on purpose passes unchanged", () => {
  const cause = new AppError("table_unsupported", "no");
  expect(read(cause)).toBe(cause);
});
