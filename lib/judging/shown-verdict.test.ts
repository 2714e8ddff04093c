import { expect, test } from "vitest";
import { showVerdict, worstState, type KeyNow } from "#lib/judging/shown-verdict.ts";
import { someVerdict } from "#lib/testing/incidents.ts";

const OK: KeyNow = { verdict: someVerdict(), overdueMs: null, paused: false, lastRun: { state: "succeeded", errorMessage: null } };
const WAITS = "Not checked: its catalog lake does not answer.";

test.each<[string, Partial<KeyNow>, string, string]>([
  ["nothing is new", {}, "ok", "No duplicates."],
  ["an observation is missing", { overdueMs: 7_200_000 }, "unknown", "No observation for 2 h after it was due."],
  [
    "the last run failed",
    { lastRun: { state: "failed", errorMessage: "Out of memory." } },
    "unknown",
    "The last run failed: Out of memory.",
  ],
  ["its catalog does not answer", { waits: WAITS }, "unknown", WAITS],
  ["it is paused, so nothing is missing", { waits: WAITS, paused: true }, "ok", "No duplicates."],
  ["nothing was observed yet", { verdict: null, lastRun: null }, "unknown", "Waiting for its first observation."],
  [
    "it is read for the first time",
    { verdict: null, lastRun: { state: "running", errorMessage: null } },
    "unknown",
    "First read in progress.",
  ],
  [
    "its first observation is late",
    { verdict: null, lastRun: null, overdueMs: 600_000 },
    "unknown",
    "Its first observation is 10 min late.",
  ],
  ["it is paused before that", { verdict: null, lastRun: null, paused: true }, "unknown", "Paused before its first observation."],
])("what was OK, and now %s", (_, changes, state, sentence) => {
  expect(showVerdict({ ...OK, ...changes })).toMatchObject({ state, sentence });
});

test.each(["alert", "warning", "accepted", "unknown"] as const)("what was %s stays so without a newer observation", (state) => {
  const verdict = someVerdict({ state, sentence: "As it was." });
  expect(showVerdict({ ...OK, verdict, overdueMs: 9e6, waits: WAITS })).toMatchObject({ state, sentence: "As it was." });
});

test("the worst of several states", () => {
  expect(worstState(["ok", "accepted"])).toBe("accepted");
  expect(worstState(["unknown", "warning", "alert", "ok"])).toBe("alert");
  expect(worstState([])).toBe("ok");
});
