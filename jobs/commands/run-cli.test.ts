import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { runCli } from "#jobs/commands/run-cli.ts";
import { NO_STORAGE } from "#jobs/testing/no-storage.ts";
import { CheckDocument, ErrorDocument } from "#lib/contracts/check-document.ts";
import { AppError } from "#lib/errors.ts";
import type { Facts, GatherFacts } from "#lib/iceberg/contract.ts";
import { METRIC_NAMES, SHOWN_METRIC_NAMES } from "#lib/metrics.ts";
import type { CauseName } from "#lib/names.ts";
import { someFacts } from "#lib/testing/facts.ts";

const CHECK = ["check", "--location", "/lake/orders", "--key", "order_id"];
const ROW = {
  values: { order_id: "ord-1", amount: null },
  topic: "orders",
  partition: "3",
  offset: "17",
  keyBytesHex: "6F31",
  file: null,
  position: null,
  sequenceNumber: null,
};
const DUPLICATED = someFacts({
  keyProfile: { rows: 58, distinctKeys: 30, duplicatedKeys: 22 },
  samples: [{ key: ["ord-1"], rowCount: 2, partitions: ["orders/3"], keyBytesHex: ["6F31"], rows: [ROW, ROW] }],
});
const explained = (cause: CauseName): Facts => ({
  ...DUPLICATED,
  causes: {
    value: {
      shares: [{ cause, keys: 22, surplusRows: 28, measure: null }],
      retryKeys: { value: 0 },
      undecided: [],
      measure: { value: null, reason: "None was asked for." },
      drift: null,
      notes: [],
    },
  },
});
const REPLAYED = explained("offset_replayed");
const BY_DESIGN = explained("by_design");
const trusted = (facts: Facts, trust: Partial<Facts["trust"]>): Facts => ({
  ...facts,
  trust: { level: "untrusted", direction: null, reasons: ["R."], ...trust },
});

/** Runs a command line over facts, or over an error that the reading ends with. */
async function run(args: string[], outcome: Facts | Error = someFacts(), interactive = false) {
  const said: string[] = [];
  const gatherFacts: GatherFacts = async (_, options) => {
    options?.onProgress?.({ phase: "planning", detail: "Reading 3 manifests." });
    options?.onProgress?.({ phase: "planning", detail: "Reading manifest 2." });
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const now = () => new Date("2026-03-01T10:05:00Z");
  const result = await runCli(args, {
    gatherFacts,
    configFile: () => "/etc/bergwatch/bergwatch.yaml",
    exportFolder: () => "/no/such/folder",
    openService: async () => await Promise.reject(new AppError("store_unreachable", "Bergwatch does not run.")),
    listSampleTables: async () => await Promise.resolve([]),
    machine: () => ({ host: "127.0.0.1", dataDir: "/no/such/folder" }),
    storage: () => NO_STORAGE,
    log: () => pino({ level: "silent" }),
    now,
    signal: new AbortController().signal,
    say: (line) => said.push(line),
    interactive,
  });
  return { ...result, said };
}

test("check --read-by both prints what differs beside the plan's numbers", async () => {
  const comparison: Facts["comparison"] = {
    failure: null,
    differences: [
      { what: "rows", own: 58, scan: 57 },
      { what: "keys", own: null, scan: null },
    ],
    explainedBy: ["It loses rows."],
    keys: [{ key: ["ord-1"], own: 2, scan: 1 }],
  };
  const { output, exitCode } = await run([...CHECK, "--read-by", "both"], { ...DUPLICATED, comparison });
  expect(CheckDocument.parse(JSON.parse(output))).toMatchObject({ metrics: { rows: 58 }, comparison });
  expect(exitCode).toBe(0);
  expect((await run([...CHECK, "--read-by", "trino"])).exitCode).toBe(2);
});

test("check prints one document that keeps the contract, with every metric in registry order", async () => {
  const { output, exitCode } = await run(CHECK, DUPLICATED);
  const document = CheckDocument.parse(JSON.parse(output));
  expect(exitCode).toBe(0);
  expect(Object.keys(document.metrics)).toEqual(METRIC_NAMES);
  expect(document).toMatchObject({
    table: "/lake/orders",
    snapshotId: "5834977859330697266",
    metrics: { rows: 58, surplus_rows: 28, snapshot_age_seconds: 300, ghost_rows: null },
    partitionsPerKey: { "0": 0, "1": 30, "2": 0, "3": 0, "4": 0, "5+": 0 },
    causes: null,
    undecided: [],
    samples: [{ key: ["ord-1"], rows: 2, partitions: ["orders/3"], keyBytes: ["6F31"], cause: null, evidence: [ROW, ROW] }],
    trust: { level: "exact", direction: null, reasons: [] },
  });
});

test("every metric that is null has a reason, and no other has", async () => {
  const { metrics, notComputed } = CheckDocument.parse(JSON.parse((await run(CHECK)).output));
  expect(Object.keys(notComputed)).toEqual(METRIC_NAMES.filter((name) => metrics[name] === null));
});

test("partitions per key are null when they were not computed", async () => {
  const unknown = { value: null, reason: "No --kafka-partition column was given." } as const;
  const facts = someFacts({ keyProfile: { partitionsPerKey: unknown, multiPartitionKeys: unknown, partitionsPerKeyMax: unknown } });
  const document = CheckDocument.parse(JSON.parse((await run(CHECK, facts)).output));
  expect(document).toMatchObject({ partitionsPerKey: null, notComputed: { partitions_per_key_max: unknown.reason } });
});

describe("the exit code", () => {
  test.each<[string, string[], Facts, number]>([
    ["checked", [], DUPLICATED, 0],
    ["a table that was never written", ["--fail-on", "warn"], someFacts({ snapshot: null }), 0],
    ["a history with replayed rows", ["--kind", "history", "--fail-on", "warn"], REPLAYED, 1],
    ["a history with replayed rows, without --fail-on", ["--kind", "history"], REPLAYED, 0],
    ["a history whose keys have many rows by design", ["--kind", "history", "--fail-on", "warn"], BY_DESIGN, 0],
    ["--fail-on warn, 28 surplus rows", ["--fail-on", "warn"], DUPLICATED, 1],
    ["--fail-on alert, 28 surplus rows", ["--fail-on", "alert"], DUPLICATED, 0],
    ["--fail-on warn, 100 surplus rows", ["--fail-on", "warn"], someFacts({ keyProfile: { rows: 130 } }), 1],
    ["--fail-on alert, 100 surplus rows", ["--fail-on", "alert"], someFacts({ keyProfile: { rows: 130 } }), 1],
    ["--fail-on warn, the key is not promised", ["--fail-on", "warn", "--promise", "none"], DUPLICATED, 0],
    ["--fail-on warn, the kind promises nothing", ["--fail-on", "warn", "--kind", "append"], DUPLICATED, 0],
    [
      "--fail-on warn, the promise is stated against the kind",
      ["--fail-on", "warn", "--kind", "append", "--promise", "unique"],
      DUPLICATED,
      1,
    ],
    ["untrusted", [], trusted(DUPLICATED, {}), 4],
    ["untrusted, --fail-on", ["--fail-on", "warn"], trusted(DUPLICATED, { direction: "at most" }), 4],
    ["untrusted, --fail-on, a lower bound above the limit", ["--fail-on", "warn"], trusted(DUPLICATED, { direction: "at least" }), 1],
    ["partial", [], trusted(DUPLICATED, { level: "partial" }), 0],
    ["partial, --fail-on", ["--fail-on", "warn"], trusted(DUPLICATED, { level: "partial" }), 1],
  ])("%s", async (_, options, facts, exitCode) => {
    const result = await run([...CHECK, ...options], facts);
    expect(result.exitCode).toBe(exitCode);
    expect(() => CheckDocument.parse(JSON.parse(result.output))).not.toThrow();
  });
});

test("what made --fail-on fail is told on standard error, with its bound", async () => {
  const { said } = await run([...CHECK, "--fail-on", "warn"], trusted(DUPLICATED, { direction: "at least" }));
  expect(said).toEqual(["warn: surplus_rows is at least 28, limit 1. Rows beyond the first for their business key."]);
});

describe("an error is a document with a code and a sentence, and nothing else", () => {
  test.each<[string, string[], Error, number, string, RegExp]>([
    [
      "an error of the reading",
      CHECK,
      new AppError("table_unreadable", "The manifest m0.avro is gone."),
      3,
      "table_unreadable",
      /^The manifest m0\.avro is gone\.$/,
    ],
    ["an unknown column", CHECK, new AppError("unknown_column", "No column x."), 2, "unknown_column", /No column x/],
    ["a cancel", CHECK, new AppError("cancelled", "Cancelled."), 130, "cancelled", /Cancelled/],
    ["an error that nobody expected", CHECK, new TypeError("x is not a function"), 3, "internal", /x is not a function.*report/],
    ["an unknown command", ["chekc"], new Error("unused"), 2, "usage", /^Unknown command 'chekc' \(Did you mean check\?\)/],
    ["no command", [], new Error("unused"), 2, "usage", /No command is given: there are check, .*catalogs, .*review, /],
    ["a wrong option", [...CHECK, "--kind", "x"], new Error("unused"), 2, "usage", /Allowed are upsert.*--help/],
    ["options that do not go together", ["check"], new Error("unused"), 2, "usage", /--location is missing/],
  ])("%s", async (_, args, error, exitCode, code, message) => {
    const result = await run(args, error);
    const document = ErrorDocument.parse(JSON.parse(result.output));
    expect(result.exitCode).toBe(exitCode);
    expect(document.error).toEqual({ code, message: expect.stringMatching(message) });
  });
});

test.each([
  ["nobody watches", [], false, []],
  ["a person watches", [], true, ["planning: Reading 3 manifests."]],
  ["--verbose", ["--verbose"], false, ["planning: Reading 3 manifests.", "planning: Reading manifest 2."]],
])("progress: %s", async (_, options, interactive, lines) => {
  expect((await run([...CHECK, ...options], someFacts(), interactive)).said).toEqual(lines);
});

test("checks lists every metric of the registry", async () => {
  const { output, exitCode } = await run(["checks"]);
  const { checks } = JSON.parse(output) as { checks: { metrics: { name: string; help: string }[] }[] };
  expect(exitCode).toBe(0);
  expect(checks.flatMap(({ metrics }) => metrics.map(({ name }) => name))).toEqual(SHOWN_METRIC_NAMES);
});

test.each([["--help"], ["check --help"], ["help check"]])("%s prints how to use it and succeeds", async (line) => {
  const { output, exitCode } = await run(line.split(" "));
  expect(exitCode).toBe(0);
  expect(output).toMatch(/^Usage: npm run -s cli -- /);
});
