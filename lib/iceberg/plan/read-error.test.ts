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

test.each([
  [
    'Invalid Input Error: Failed to read file "d.parquet": Unsupported compression codec "LZ4"',
    "table_unsupported",
    /codec "LZ4".*such as zstd/,
  ],
  ["it is compressed with xz, which is not read (deflate is)", "table_unsupported", /compressed with xz.*such as zstd/],
  ["it is encrypted, and encrypted tables are not read", "table_unsupported", /is encrypted.*an engine that has their keys/],
  ["Not implemented Error: type GEOMETRY", "table_unsupported", /type GEOMETRY.*another engine/],
  ['IO Error: Cannot open file "/t/a": Permission denied', "table_unreadable", /Let the user/],
  [
    'Invalid Input Error: Invalid string encoding found in Parquet file "d.parquet": value "secret \\xF0" is not valid UTF8!',
    "table_unreadable",
    /file "d\.parquet": a text in it is not valid UTF-8\. The file is whole/,
  ],
])("a sound file gets no advice for a damaged one: %s", (message, code, said) => {
  const error = read(new RangeError(message));
  expect(error).toMatchObject({ code, message: expect.stringMatching(said) });
  expect((error as AppError).message).not.toMatch(/Restore|secret/);
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
