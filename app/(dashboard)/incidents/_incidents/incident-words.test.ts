import { expect, test } from "vitest";
import { formatSpan, sayIncidents, shapeOf } from "./incident-words.ts";

test("an incident has its severity's shape while it stands, and a tick once it is resolved", () => {
  expect(shapeOf({ state: "acknowledged", severity: "alert" })).toBe("alert");
  expect(shapeOf({ state: "snoozed", severity: "warn" })).toBe("warning");
  expect(shapeOf({ state: "resolved", severity: "alert" })).toBe("ok");
});

test.each([
  [3 * 86_400_000 + 6 * 3_600_000 + 59, "3 d 6 h"],
  [2 * 3_600_000 + 10 * 60_000, "2 h 10 min"],
  [86_400_000, "1 d"],
  [12 * 60_000 + 30_000, "12 min"],
  [40_000, "40 s"],
  [-5, "0 s"],
])("%d ms is said as %s", (milliseconds, said) => {
  expect(formatSpan(milliseconds)).toBe(said);
});

test("unresolved incidents are counted with their alerts and states", () => {
  const alert = { state: "open", severity: "alert" } as const;
  const warning = { state: "snoozed", severity: "warn" } as const;
  expect(sayIncidents([])).toBe("No unresolved incidents.");
  expect(sayIncidents([alert])).toBe("1 unresolved, 1 alert: 1 open.");
  expect(sayIncidents([alert, alert, warning])).toBe("3 unresolved, 2 alerts: 2 open, 1 snoozed.");
  expect(sayIncidents([warning])).toBe("1 unresolved, no alerts: 1 snoozed.");
});
