import { expect, test } from "vitest";
import { AXIS_LEFT, AXIS_RIGHT, listTicks, niceTop, timeAt, xOf } from "./time-axis.ts";

const DAY = 24 * 3600 * 1000;
const from = Date.UTC(2026, 2, 20);
const scale = (days: number, width = 1000) => ({ from, to: from + days * DAY, width });

test("the range's ends stand at the plot's edges, and a place gives its time back", () => {
  const one = scale(10);
  expect([xOf(one, one.from), xOf(one, one.to)]).toEqual([AXIS_LEFT, 1000 - AXIS_RIGHT]);
  expect(timeAt(one, xOf(one, from + 3 * DAY))).toBeCloseTo(from + 3 * DAY);
});

test("a place beyond the plot gives the range's end and no time outside it", () => {
  expect([timeAt(scale(1), -50), timeAt(scale(1), 5000)]).toEqual([from, from + DAY]);
});

test("days begin at the zone's midnight, before and after the clocks change", () => {
  // Berlin's clocks go forward on 29 March 2026.
  const hours = listTicks(scale(14), "Europe/Berlin").map(({ at }) => new Date(at).toISOString().slice(5, 16));
  expect(hours).toContain("03-27T23:00");
  expect(hours).toContain("03-30T22:00");
  expect(hours.every((hour) => hour.endsWith("T23:00") || hour.endsWith("T22:00"))).toBe(true);
});

test.each([
  [1 / 24, 8],
  [1, 8],
  [14, 10],
  [365, 6],
])("a range of %d days has several labels that fit beside each other", (days, least) => {
  const ticks = listTicks(scale(days), "UTC");
  expect(ticks.length).toBeGreaterThanOrEqual(least - 4);
  expect(ticks.length).toBeLessThanOrEqual((1000 - AXIS_LEFT - AXIS_RIGHT) / 60);
});

test("the month stands with the first day and where it changes", () => {
  const labels = listTicks({ from: Date.UTC(2026, 2, 29, 12), to: Date.UTC(2026, 3, 3), width: 1000 }, "UTC").map(({ label }) => label);
  expect(labels.filter((label) => /Mar|Apr/.test(label))).toEqual(["Mon 30 Mar", "Wed 1 Apr"]);
});

test.each([
  [0, 2],
  [1, 2],
  [163, 200],
  [18_725, 20_000],
  [1_050_000, 2_000_000],
])("an axis for %d ends at %d", (max, top) => {
  expect(niceTop(max)).toBe(top);
});
