import { expect, test } from "vitest";
import type { RunResult } from "#db/queries/run-results.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { SHOWN_METRIC_NAMES } from "#lib/metrics.ts";
import { judgedVerdict } from "#lib/testing/judged-verdict.ts";
import { viewResult } from "./results-view.ts";

interface Changes extends Partial<RunResult> {
  limits?: TableDefinition["limits"];
}

function someResult({ limits = {}, ...changes }: Changes = {}): RunResult {
  const result = {
    key: "id",
    promise: "unique" as const,
    snapshotId: "1",
    trust: { level: "exact" as const, direction: null, reasons: [] },
    values: { rows: 30, surplus_rows: 150, delete_ratio: 0.21 },
    notComputed: { multi_partition_keys: "No column was given." },
    ...changes,
  };
  const observedAt = new Date("2026-03-01T10:00:00Z");
  return { ...result, verdict: { ...judgedVerdict({ ...result, key: KEY, limits }), ...STORED, observedAt, judgedAt: observedAt } };
}
const KEY = { id: "key 1", name: "id" };
const STORED = { runId: "run 1", keyVersionId: 1 };
const first = (name: string, result: RunResult) => viewResult(result).first.find((view) => view.name === name);

test("a number that crossed a limit names the limit that its finding names", () => {
  expect(first("surplus_rows", someResult())).toMatchObject({ value: "150", tone: "alert", note: "limit 1" });
  expect(first("delete_ratio", someResult())).toMatchObject({ value: "0.210", tone: "warning", note: "limit 0.200" });
  expect(first("delete_ratio", someResult({ limits: { delete_ratio: { warnAt: 0.3 } } }))).toMatchObject({ tone: "plain", note: null });
  expect(first("surplus_rows", someResult({ promise: "none" }))).toMatchObject({ tone: "plain" });
});

test("a run that was not judged has no colors", () => {
  expect(first("surplus_rows", { ...someResult(), verdict: null })).toMatchObject({ value: "150", tone: "plain", note: null });
});

test("a number that was not computed has a reason and no value", () => {
  expect(first("multi_partition_keys", someResult())).toMatchObject({ value: null, note: "No column was given." });
  expect(first("distinct_keys", someResult({ snapshotId: null }))).toMatchObject({ value: null, note: "The table was never written." });
});

test("an untrusted reading is doubted and not judged, and a bound is said", () => {
  const trust = { level: "untrusted", direction: "at most", reasons: ["…"] } as const;
  expect(first("surplus_rows", someResult({ trust: { ...trust, reasons: ["…"] } }))).toMatchObject({ tone: "doubt", note: "at most" });
});

test("every metric is listed once, by check", () => {
  expect(viewResult(someResult()).checks.flatMap(({ numbers }) => numbers.map(({ name }) => name))).toEqual([...SHOWN_METRIC_NAMES]);
});
