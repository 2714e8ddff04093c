import { expect, test } from "vitest";
import { movesIncident, type JudgedBecause } from "#lib/incidents/moves-incident.ts";
import type { CheckJudgment } from "#lib/judging/judge-check.ts";
import type { IncidentState } from "#lib/names.ts";

const OBSERVED = new Date("2026-03-01T10:00:00Z");
const BECAUSE: readonly JudgedBecause[] = ["run", "limits", "levels", "upgrade"];

const who = (outcome: CheckJudgment["outcome"], isOpen: boolean, ended: IncidentState | null = null, endedAt = "2026-03-01T11:00:00Z") =>
  BECAUSE.filter((because) =>
    movesIncident({ outcome }, { because, isOpen, ended: ended && { state: ended, at: new Date(endedAt) }, observedAt: OBSERVED }),
  );

test("what is wrong opens and keeps an incident, whatever it was judged for", () => {
  expect(who("finding", false)).toEqual(BECAUSE);
  expect(who("finding", true)).toEqual(BECAUSE);
  expect(who("finding", false, "accepted")).toEqual(BECAUSE);
});

test("what a person resolved opens again by a new observation only", () => {
  expect(who("finding", false, "resolved")).toEqual(["run"]);
  expect(who("finding", false, "resolved", "2026-03-01T09:00:00Z")).toEqual(BECAUSE);
});

test("what is accepted ends an incident at once", () => {
  expect(who("accepted", true)).toEqual(BECAUSE);
  expect(who("accepted", false)).toEqual([]);
  expect(who("accepted", false, "accepted")).toEqual(["run"]);
});

test("only a new observation proves that all is well; other limits end what they no longer cross", () => {
  expect(who("good", true)).toEqual(["run", "limits"]);
  expect(who("good", false)).toEqual([]);
  expect(who("good", false, "accepted")).toEqual(["run"]);
  expect(who("near", true)).toEqual(["run"]);
  expect(who("unjudgeable", true)).toEqual([]);
});
