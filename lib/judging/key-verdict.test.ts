import { expect, test } from "vitest";
import { judgeKey, worstState, type KeySeen } from "#lib/judging/key-verdict.ts";

const EXACT = { level: "exact", direction: null, reasons: [] } as const;

function key(
  change: Partial<KeySeen> & { values?: NonNullable<KeySeen["seen"]>["values"]; trust?: NonNullable<KeySeen["seen"]>["trust"] } = {},
): KeySeen {
  const { values = {}, trust = EXACT, ...rest } = change;
  const lastRun = { state: "succeeded", errorMessage: null } as const;
  const seen = { snapshotId: "1", trust, values: { rows: 1000, duplicated_keys: 0, surplus_rows: 0, delete_ratio: 0, ...values } };
  return { promise: "unique", limits: {}, overdueMs: null, paused: false, lastRun, seen, ...rest };
}

test("a key with one row each is fine, in few words", () => {
  expect(judgeKey(key())).toEqual({ state: "ok", sentence: "No duplicates." });
});

test("one surplus row breaks the promise", () => {
  const verdict = judgeKey(key({ values: { duplicated_keys: 1, surplus_rows: 1 } }));
  expect(verdict).toEqual({ state: "alert", sentence: "1 key is duplicated (1 extra row)." });
});

test("a key that promises nothing may have many rows", () => {
  const verdict = judgeKey(key({ promise: "none", values: { duplicated_keys: 900, surplus_rows: 12_000 } }));
  expect(verdict).toEqual({ state: "ok", sentence: "Duplicates expected." });
});

test("a limit that breaks no promise is soon, and comes after one that does", () => {
  expect(judgeKey(key({ values: { delete_ratio: 0.25 } }))).toEqual({ state: "warning", sentence: "Delete ratio is 0.250 (limit 0.200)." });
  const both = judgeKey(key({ values: { duplicated_keys: 2, surplus_rows: 20_000, delete_ratio: 0.25 } }));
  expect(both).toEqual({
    state: "alert",
    sentence: "2 keys are duplicated (20,000 extra rows). Delete ratio is 0.250 (limit 0.200).",
  });
});

test.each<[string, Partial<KeySeen> & { values: Record<string, number> }, string]>([
  ["a backlog beyond its alert limit", { values: { delete_ratio: 0.9, equality_delete_files: 5000 } }, "warning"],
  [
    "a lag beyond the table's own alert limit",
    { values: { commit_lag_seconds: 900 }, limits: { commit_lag_seconds: { alertAt: 60 } } },
    "warning",
  ],
  ["a ghost row of a promised key", { values: { ghost_rows: 1 } }, "alert"],
  ["a ghost row of a key that promises nothing", { values: { ghost_rows: 500 }, promise: "none" }, "ok"],
  ["a file registered twice, whatever is promised", { values: { files_registered_twice: 1 }, promise: "none" }, "alert"],
])("%s", (_, seen, state) => {
  expect(judgeKey(key(seen)).state).toBe(state);
});

test("of two limits the one whose alert was passed is told first", () => {
  const { sentence } = judgeKey(key({ values: { equality_delete_files: 150, delete_ratio: 0.9 } }));
  expect(sentence).toBe("Delete ratio is 0.900 (limit 0.500). 150 equality-delete files (limit 100).");
});

test("a table's own limits replace the checks', and null switches one off", () => {
  const values = { delete_ratio: 0.25, duplicated_keys: 3, surplus_rows: 3 };
  const limits = { delete_ratio: { warnAt: 0.3 }, surplus_rows: { warnAt: null } };
  expect(judgeKey(key({ values, limits })).state).toBe("ok");
});

test("a lower bound above a limit is wrong and says at least; an upper bound proves nothing", () => {
  const values = { duplicated_keys: 18, surplus_rows: 18 };
  const atLeast = key({ values, trust: { level: "untrusted", direction: "at least", reasons: ["A delete was applied too widely."] } });
  expect(judgeKey(atLeast)).toEqual({ state: "alert", sentence: "At least 18 keys are duplicated (18 extra rows)." });
  const atMost = key({ values, trust: { level: "untrusted", direction: "at most", reasons: ["Deletes were skipped."] } });
  expect(judgeKey(atMost)).toEqual({ state: "unknown", sentence: "Not trusted: Deletes were skipped." });
});

test.each<[string, Partial<KeySeen>, string]>([
  ["a missing observation", { overdueMs: 7_200_000 }, "No observation for 2 h after it was due."],
  ["a failed run", { lastRun: { state: "failed", errorMessage: "The folder is gone." } }, "The last run failed: The folder is gone."],
  ["no observation yet", { seen: null, lastRun: null }, "Waiting for its first observation."],
  ["a table that was paused at once", { seen: null, lastRun: null, paused: true }, "Paused before its first observation."],
  ["a first run under way", { seen: null, lastRun: { state: "running", errorMessage: null } }, "Being read for the first time."],
  ["a first run that failed", { seen: null, lastRun: { state: "failed", errorMessage: "Gone." } }, "No result yet: Gone."],
])("%s is not known, never fine and never wrong", (_, change, sentence) => {
  expect(judgeKey(key(change))).toEqual({ state: "unknown", sentence });
});

test("what was wrong stays wrong while nothing newer says otherwise", () => {
  const stale = key({
    values: { duplicated_keys: 5, surplus_rows: 5 },
    overdueMs: 86_400_000,
    lastRun: { state: "failed", errorMessage: "x" },
  });
  expect(judgeKey(stale).state).toBe("alert");
});

test("a table that was never written is not known", () => {
  const empty = key();
  expect(judgeKey({ ...empty, seen: { snapshotId: null, trust: EXACT, values: {} } }).state).toBe("unknown");
});

test("a table is as bad as its worst key", () => {
  expect(worstState(["ok", "warning", "unknown"])).toBe("warning");
  expect(worstState([])).toBe("ok");
});

test("of a table whose catalog is ill what was fine is not known any more, and what was wrong stays wrong", () => {
  const waits = "Not looked at: its catalog lake does not answer (INC-7).";
  const [fine, wrong] = [key(), key({ values: { duplicated_keys: 1, surplus_rows: 1 } })];
  expect(judgeKey({ ...fine, waits })).toEqual({ state: "unknown", sentence: waits });
  expect(judgeKey({ ...fine, waits, seen: null })).toEqual({ state: "unknown", sentence: waits });
  expect(judgeKey({ ...fine, waits, paused: true }).state).toBe("ok");
  expect(judgeKey({ ...wrong, waits }).state).toBe("alert");
});
