import { describe, expect, test } from "vitest";
import type { Finding } from "#lib/contracts/finding.ts";
import { judgeTable, type TableObserved, type UndatedVerdict } from "#lib/judging/judge-table.ts";
import type { ObservedKey } from "#lib/judging/observed-key.ts";
import type { MetricName } from "#lib/metrics.ts";
import type { CheckId } from "#lib/names.ts";
import { someAccepted } from "#lib/testing/incidents.ts";

const NOW = new Date(Date.UTC(2026, 2, 1, 13));

type Values = Partial<Record<MetricName, number | null>>;

function key(values: Values, changes: Partial<ObservedKey> = {}): ObservedKey {
  return {
    key: { id: "key 1", name: "id" },
    observedAt: NOW,
    promise: "unique",
    trust: { level: "exact", direction: null },
    values: { surplus_rows: 0, ...values },
    limits: {},
    accepted: {},
    past: [],
    ...changes,
  };
}

function judge(observed: ObservedKey, table: Omit<TableObserved, "keys"> = {}): UndatedVerdict {
  const [verdict] = judgeTable({ keys: [observed], ...table }).verdicts;
  if (verdict === undefined) throw new Error("a key has a verdict");
  return verdict;
}

const DUPLICATES = { surplus_rows: 163, duplicated_keys: 163 };
const AT_LEAST = { level: "untrusted", direction: "at least" } as const;

test.each<[string, ObservedKey, string, string]>([
  ["no duplicates", key({}), "ok", "No duplicates."],
  ["no promise", key({ surplus_rows: 9 }, { promise: "none" }), "ok", "Duplicates expected."],
  ["one extra row", key({ surplus_rows: 1, duplicated_keys: 1 }), "warning", "1 key is duplicated (1 extra row)."],
  ["many extra rows", key(DUPLICATES), "alert", "163 keys are duplicated (163 extra rows)."],
  [
    "a higher limit",
    key(DUPLICATES, { limits: { surplus_rows: { warnAt: 50 } } }),
    "alert",
    "163 keys are duplicated (163 extra rows, limit 50).",
  ],
  ["a delete ratio above its warning limit", key({ delete_ratio: 0.3 }), "warning", "Delete ratio is 0.300 (limit 0.200)."],
  ["a delete ratio above its alert limit", key({ delete_ratio: 0.558 }), "alert", "Delete ratio is 0.558 (limit 0.500)."],
  ["deleted records", key({ ghost_rows: 57 }), "warning", "57 deleted records are still in the table."],
  ["a lower bound", key(DUPLICATES, { trust: AT_LEAST }), "alert", "At least 163 keys are duplicated (163 extra rows)."],
  [
    "two findings",
    key({ surplus_rows: 2, duplicated_keys: 2, delete_ratio: 0.6 }),
    "alert",
    "Delete ratio is 0.600 (limit 0.500). 2 keys are duplicated (2 extra rows).",
  ],
  [
    "a reading that is not trusted",
    key({}, { trust: { level: "untrusted", direction: null, reasons: ["A delete file was skipped."] } }),
    "unknown",
    "Not trusted: A delete file was skipped.",
  ],
  ["a table that was never written", key({ surplus_rows: null }, { neverWritten: true }), "unknown", "The table has no snapshot yet."],
  ["duplicates that were not counted", key({ surplus_rows: null, data_files: 3 }), "unknown", "Duplicates were not counted."],
  ["no number at all", key({ surplus_rows: null }, { promise: "none" }), "unknown", "Nothing could be computed."],
])("%s", (_, observed, state, sentence) => {
  expect(judge(observed)).toMatchObject({ state, sentence });
});

describe("the limit that is named", () => {
  test("is the one that gave the severity, so that it can be dated", () => {
    expect(judge(key({ delete_ratio: 0.558 }))).toMatchObject({ severity: "alert", metric: "delete_ratio", value: 0.558, limit: 0.5 });
  });

  test("is the first row where no key may have any, however grave it is", () => {
    expect(judge(key(DUPLICATES))).toMatchObject({ severity: "alert", metric: "surplus_rows", limit: 1 });
  });

  test("is the raised one where a level is accepted", () => {
    const rows = key({ surplus_rows: 46, duplicated_keys: 46 }, { accepted: { surplus_rows: someAccepted(41) } });
    expect(judge(rows)).toMatchObject({
      state: "warning",
      limit: 42,
      sentence: "46 keys are duplicated (46 extra rows, limit 42, 41 accepted).",
    });
    const ratio = judge(key({ delete_ratio: 0.7 }, { accepted: { delete_ratio: someAccepted(0.6) } }));
    expect(ratio.limit).toBeGreaterThan(0.6);
    expect(ratio).toMatchObject({ state: "alert", limit: expect.closeTo(0.6, 9) as number });
  });
});

describe("a level that a person accepted", () => {
  test("makes what is within it accepted, and names who and until when", () => {
    const accepted = { surplus_rows: someAccepted(163) };
    const { verdicts, checks } = judgeTable({ keys: [key(DUPLICATES, { accepted })] });
    expect(verdicts).toMatchObject([
      {
        state: "accepted",
        severity: null,
        metric: "surplus_rows",
        value: 163,
        limit: 1,
        findings: [],
        accepted: [{ metric: "surplus_rows", value: 163, level: 163, by: "ann", why: "known", until: "2026-03-30T00:00:00.000Z" }],
      },
    ]);
    expect(checks.find(({ check }) => check === "duplicates")?.judgment.outcome).toBe("accepted");
  });

  test("does not hide what else is wrong, which leads", () => {
    const verdict = judge(key({ ...DUPLICATES, delete_ratio: 0.3 }, { accepted: { surplus_rows: someAccepted(163) } }));
    expect(verdict).toMatchObject({ state: "warning", metric: "delete_ratio", accepted: [{ metric: "surplus_rows" }] });
  });

  test("is not accepted where nothing is beyond a limit", () => {
    expect(judge(key({}, { accepted: { surplus_rows: someAccepted(163) } }))).toMatchObject({ state: "ok", accepted: [] });
  });
});

test("a change by the past is part of the verdict, as it is of the incident", () => {
  const calm = Array.from({ length: 72 }, (_, at) => 20 + (at % 2));
  const past = [5000, ...calm].map((multi_partition_keys, at) => ({
    observedAt: new Date(NOW.getTime() - (at + 1) * 3_600_000),
    values: { multi_partition_keys },
  }));
  const { verdicts, checks } = judgeTable({ keys: [key({ multi_partition_keys: 5000 }, { past })] });
  expect(verdicts).toMatchObject([{ state: "warning", metric: "multi_partition_keys", limit: null, findings: [{ kind: "change" }] }]);
  expect(verdicts[0]?.expected?.high).toBeLessThan(40);
  expect(checks.find(({ check }) => check === "partitions_per_key")?.judgment.outcome).toBe("finding");
});

test("what is the table's counts for its first key alone", () => {
  const line = { id: "key 2", name: "line" };
  const { verdicts } = judgeTable({ keys: [key({ delete_ratio: 0.6 }), key({ delete_ratio: 0.6 }, { key: line })] });
  expect(verdicts.map(({ state }) => state)).toEqual(["alert", "ok"]);
});

test("each finding of a verdict is one of its check's, with the key named only where the check names it", () => {
  const line = { id: "key 2", name: "line" };
  const { verdicts, checks } = judgeTable({ keys: [key({}), key(DUPLICATES, { key: line })] });
  const ofChecks = (id: CheckId): readonly Finding[] => {
    const judgment = checks.find(({ check }) => check === id)?.judgment;
    return judgment?.outcome === "finding" ? judgment.findings : [];
  };
  expect(verdicts[1]?.sentence).toBe("163 keys are duplicated (163 extra rows).");
  expect(ofChecks("duplicates")).toMatchObject([{ sentence: "Key line: 163 keys are duplicated (163 extra rows).", limit: 1 }]);
});
