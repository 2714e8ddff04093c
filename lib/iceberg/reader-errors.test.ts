import { describe, expect, test } from "vitest";
import { AppError } from "#lib/errors.ts";
import { describeReaderError } from "#lib/iceberg/reader-errors.ts";

const GIB = 1024 ** 3;
const LIMITS = { memoryBytesMax: GIB, spillBytesMax: 2 * GIB, durationMsMax: 60_000, threads: 2 };

describe("an error of DuckDB becomes a code and a sentence", () => {
  test.each([
    [
      "Out of Memory Error: could not allocate block of size 256.0 KiB (286.0 MiB/286.1 MiB used)\n\nPossible solutions:…",
      "out_of_memory",
      /1 GiB.*286\.0 MiB.*BERGWATCH_MEMORY_MAX/,
    ],
    ["Array buffer allocation failed", "out_of_memory", /BERGWATCH_MEMORY_MAX/],
    [
      "Out of Memory Error: failed to offload data block of size 256.0 KiB (17.9 MiB/18.0 MiB used).\nThis limit was set by the 'max_temp_directory_size' setting.",
      "out_of_disk",
      /2 GiB.*BERGWATCH_SPILL_MAX/,
    ],
    ['IO Error: Could not write file "/spill/x.tmp": No space left on device', "out_of_disk", /No space left/],
    ["INTERRUPT Error: Interrupted!", "interrupted", /Interrupted/],
    [
      "INTERNAL Error: Comparison on NULL values\n\nStack Trace:\n\n/x.so(+0x1)",
      "reader_crashed",
      /Comparison on NULL values\. The table may be sound/,
    ],
    ["FATAL Error: Failed: database has been invalidated because of a previous fatal error.", "reader_crashed", /invalidated/],
    ['IO Error: Cannot open file "/lake/data/a.parquet": No such file or directory', "table_unreadable", /\/lake\/data\/a\.parquet/],
    ['HTTP Error: Unable to connect to URL "https://lake/a.parquet": 403 (Forbidden).', "table_unreadable", /403 \(Forbidden\)\. Check/],
    [
      "Missing Extension Error: File s3://b/x.parquet requires the extension httpfs to be loaded\n\nPlease try…",
      "extension_missing",
      /npm run setup/,
    ],
    [
      'IO Error: Extension "/e/v1.5.5/linux_amd64/avro.duckdb_extension" not found.\n\nCandidate extensions: …',
      "extension_missing",
      /avro\.duckdb_extension/,
    ],
    ["Not implemented Error: ORC", "table_unsupported", /ORC/],
    ['Binder Error: Referenced column "nope" not found in FROM clause!', "internal", /nope.*report/],
  ])("%s", (text, code, message) => {
    const failure = describeReaderError(new Error(text), LIMITS);
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(failure.message).not.toMatch(/\n|Stack Trace|Possible solutions/);
  });
});

test("an error thrown on purpose passes as it is, with its cause for the log", () => {
  const error = new AppError("table_unreadable", "The manifest m0.avro is gone.", { cause: new Error("IO Error: No files found") });
  expect(describeReaderError(error, LIMITS)).toMatchObject({
    code: "table_unreadable",
    message: "The manifest m0.avro is gone.",
    detail: expect.stringMatching(/m0\.avro[^]*caused by[^]*No files found/),
  });
});
