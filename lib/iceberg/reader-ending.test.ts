import { describe, expect, test } from "vitest";
import { type ReaderEnding, settleReading } from "#lib/iceberg/reader-ending.ts";
import { someFacts } from "#lib/testing/facts.ts";

const MIB = 1024 ** 2;
const LIMITS = { memoryBytesMax: 1024 * MIB, spillBytesMax: 1024 * MIB, durationMsMax: 600_000, threads: 2 };
const ENDING: ReaderEnding = {
  answer: null,
  stopped: null,
  exit: { code: null, signal: "SIGABRT" },
  lastProgress: { phase: "counting", detail: "counting keys in 3 data files" },
  output: "",
};
const FACTS = { type: "found", kind: "facts", found: someFacts() } as const;
const FAILED = {
  type: "failed",
  failure: { code: "table_unreadable", message: "The manifest m0.avro is gone.", detail: "stack" },
} as const;
const INTERRUPTED = { type: "failed", failure: { code: "interrupted", message: "INTERRUPT Error: Interrupted!", detail: "" } } as const;
const ABORT_OUTPUT = `terminate called after throwing an instance of 'duckdb::Exception'
  what():  {"exception_type":"IO","exception_message":"Cannot open file \\"/lake/m0.avro\\": No such file or directory","errno":"2"}`;

describe("an ending without facts is an error that says what the reader was doing and why it ended", () => {
  test.each<[string, Partial<ReaderEnding>, string, RegExp]>([
    [
      "aborted, DuckDB names a file",
      { output: ABORT_OUTPUT },
      "reader_crashed",
      /SIGABRT while counting keys in 3 data files: Cannot open file "\/lake\/m0\.avro": No such file/,
    ],
    [
      "aborted, C++ says something else",
      { output: "  what():  vector::_M_range_check\n" },
      "reader_crashed",
      /: vector::_M_range_check\. Check/,
    ],
    ["aborted without a word", {}, "reader_crashed", /SIGABRT while.*Run it again/],
    ["before any progress", { lastProgress: null }, "reader_crashed", /SIGABRT while starting/],
    ["killed from outside", { exit: { code: null, signal: "SIGKILL" } }, "reader_crashed", /SIGKILL.*ran out of memory/],
    [
      "an exception of Node",
      { exit: { code: 1, signal: null }, output: "file:1\n\nTypeError: x is not a function\n    at y" },
      "reader_crashed",
      /exit code 1\).*x is not a function/,
    ],
    [
      "no JavaScript memory",
      { output: "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory" },
      "out_of_memory",
      /JavaScript memory/,
    ],
    [
      "the reader's own error",
      { answer: FAILED, exit: { code: 0, signal: null } },
      "table_unreadable",
      /^The manifest m0\.avro is gone\.$/,
    ],
    ["the reader's own error before its crash", { answer: FAILED }, "table_unreadable", /m0\.avro/],
    [
      "interrupted by the timer",
      { answer: INTERRUPTED, stopped: { why: "too_slow" } },
      "too_slow",
      /longer than 10 min.*while counting keys.*BERGWATCH_DURATION_MAX_SECONDS/,
    ],
    ["interrupted by the person", { answer: INTERRUPTED, stopped: { why: "cancelled" } }, "cancelled", /cancelled/],
    ["interrupted by nobody", { answer: INTERRUPTED }, "reader_crashed", /Interrupted/],
    [
      "killed for its memory",
      { stopped: { why: "memory", residentBytes: 3 * 1024 * MIB } },
      "out_of_memory",
      /3 GiB.*2\.5 GiB.*twice DuckDB's 1 GiB.*BERGWATCH_MEMORY_MAX/,
    ],
    ["failed after the timer rang", { answer: FAILED, stopped: { why: "too_slow" } }, "too_slow", /longer than 10 min/],
    ["facts after a cancel", { answer: FACTS, stopped: { why: "cancelled" } }, "cancelled", /cancelled/],
    ["facts after the timer rang", { answer: FACTS, stopped: { why: "too_slow" } }, "too_slow", /longer than 10 min/],
  ])("%s", (_, change, code, message) => {
    expect(() => settleReading({ ...ENDING, ...change }, LIMITS)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
  });
});

test.each<[string, Partial<ReaderEnding>]>([
  ["an orderly end", { exit: { code: 0, signal: null } }],
  ["a crash after the answer", {}],
])("facts that arrived count: %s", (_, change) => {
  expect(settleReading({ ...ENDING, answer: FACTS, ...change }, LIMITS)).toEqual(FACTS);
});
