import { expect, test } from "vitest";
import { AXIS_LEFT, AXIS_RIGHT, labelSpan, listTicks, niceTop, timeAt, xOf } from "./time-axis.ts";

const DAY = 24 * 3600 * 1000;
const NOW = new Date("2026-11-30T00:00:00Z");
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
  const hours = listTicks(scale(14), "Europe/Berlin", NOW).map(({ at }) => new Date(at).toISOString().slice(5, 16));
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
  const ticks = listTicks(scale(days), "UTC", NOW);
  expect(ticks.length).toBeGreaterThanOrEqual(least - 4);
  expect(ticks.length).toBeLessThanOrEqual((1000 - AXIS_LEFT - AXIS_RIGHT) / 60);
});

test("the month stands with the first day and where it changes", () => {
  const labels = listTicks({ from: Date.UTC(2026, 2, 29, 12), to: Date.UTC(2026, 3, 3), width: 1000 }, "UTC", NOW).map(
    ({ label }) => label,
  );
  expect(labels.filter((label) => /Mar|Apr/.test(label))).toEqual(["Mon 30 Mar", "Wed 1 Apr"]);
});

test.each([
  [0, 2],
  [1, 2],
  [5, 6],
  [9, 10],
  [163, 200],
  [18_725, 20_000],
  [1_050_000, 2_000_000],
])("an axis for %d ends at %d", (max, top) => {
  expect(niceTop(max)).toBe(top);
});

const labels = (from: string, to: string, width = 1000) =>
  listTicks({ from: Date.parse(from), to: Date.parse(to), width }, "UTC", NOW).map(({ label }) => label);

test("an axis outside the reader's year, or over two years, says the year where it changes", () => {
  const long = labels("2025-03-03T08:00Z", "2026-11-30T00:00Z");
  expect(long.filter((label) => /20\d\d$/.test(label))).toHaveLength(2);
  expect(long[0]).toMatch(/^\d+ Mar 2025$/);
  expect(labels("2025-03-03T08:00Z", "2025-03-10T00:00Z")).toContain("Tue 4 Mar 2025");
  expect(labels("2026-03-03T08:00Z", "2026-03-10T00:00Z").join(" ")).not.toMatch(/20\d\d/);
});

test("an axis within one day names that day", () => {
  expect(labels("2026-09-30T06:00Z", "2026-09-30T20:00Z")[0]).toBe("30 Sept, 06:00");
  expect(labels("2025-09-30T06:00Z", "2025-09-30T20:00Z")[0]).toBe("30 Sept 2025, 06:00");
});

test("labels do not overlap, also on a phone and over years", () => {
  const one = { from: Date.parse("2023-03-03T08:00Z"), to: NOW.getTime(), width: 340 };
  const shown = listTicks(one, "UTC", NOW).filter(({ label }) => label !== "");
  expect(shown.length).toBeGreaterThan(1);
  const spans = shown.map((tick) => labelSpan(one, tick));
  for (const [at, [left]] of spans.entries()) expect(left).toBeGreaterThan(spans[at - 1]?.[1] ?? -1);
});
