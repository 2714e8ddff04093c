import { expect, test } from "vitest";
import { effectiveLimits, warnsTooLate } from "#lib/config/limit-settings.ts";

test.each([
  [{}, { warnAt: 1, alertAt: 100 }],
  [{ warnAt: 5 }, { warnAt: 5, alertAt: 100 }],
  [{ alertAt: null }, { warnAt: 1, alertAt: null }],
  [
    { warnAt: null, alertAt: 0 },
    { warnAt: null, alertAt: 0 },
  ],
])("a table that sets %j is judged by %j", (override, limits) => {
  expect(effectiveLimits({ warnAt: 1, alertAt: 100 }, override)).toEqual(limits);
});

test.each([
  ["higher", 5, 2, true],
  ["higher", 2, 5, false],
  ["neither", 5, 2, true],
  ["lower", 5, 2, false],
  ["lower", 2, 5, true],
  ["higher", 5, 5, false],
  ["lower", 5, 5, false],
] as const)("where %s is worse, a warning at %d beside an alert at %d comes too late: %s", (worse, warnAt, alertAt, late) => {
  expect(warnsTooLate({ worse }, { warnAt, alertAt })).toBe(late);
});
