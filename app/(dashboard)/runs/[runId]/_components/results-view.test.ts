import { expect, test } from "vitest";
import type { RunResult } from "#db/queries/run-results.ts";
import { SHOWN_METRIC_NAMES } from "#lib/contracts/unfinished.ts";
import { viewResult } from "./results-view.ts";

function someResult(changes: Partial<RunResult> = {}): RunResult {
  return {
    key: "id",
    promise: "unique",
    snapshotId: "1",
    trust: { level: "exact", direction: null, reasons: [] },
    values: { rows: 30, surplus_rows: 150, delete_ratio: 0.21 },
    notComputed: { multi_partition_keys: "No column was given." },
    ...changes,
  };
}
const first = (name: string, result: RunResult, limits = {}) => viewResult(result, limits).first.find((view) => view.name === name);

test("a number beyond a limit says which, by the table's own limit where it sets one", () => {
  expect(first("surplus_rows", someResult())).toMatchObject({ value: "150", tone: "alert", note: "limit 100" });
  expect(first("delete_ratio", someResult())).toMatchObject({ value: "0.210", tone: "warning", note: "limit 0.200" });
  expect(first("delete_ratio", someResult(), { delete_ratio: { warnAt: 0.3 } })).toMatchObject({ tone: "plain", note: null });
  expect(first("surplus_rows", someResult({ promise: "none" }))).toMatchObject({ tone: "plain" });
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
  expect(viewResult(someResult(), {}).checks.flatMap(({ numbers }) => numbers.map(({ name }) => name))).toEqual([...SHOWN_METRIC_NAMES]);
});
