import { expect, test } from "vitest";
import { someReviewView } from "#lib/testing/reviews.ts";
import { PANEL_SIZE, SLIDE_SIZE, viewChart } from "./chart-view.ts";

const at = (date: number, hour = 0): string => new Date(Date.UTC(2026, 10, date, hour)).toISOString();

function chart(points: { at: string; value: number | null }[], zone = "UTC") {
  const view = someReviewView({ timeZone: { name: zone, configured: true } });
  return viewChart({ ...view, chart: { ...view.chart, points } }, PANEL_SIZE);
}

test("a gap is never bridged, a lone number is a dot, and neighbouring gaps are one", () => {
  const { lines, dots, gaps } = chart([
    { at: at(16), value: 0 },
    { at: at(17), value: 4 },
    { at: at(18), value: null },
    { at: at(19), value: null },
    { at: at(20), value: 7 },
    { at: at(21), value: null },
    { at: at(22), value: null },
  ]);
  expect(lines).toHaveLength(1);
  expect(dots).toHaveLength(1);
  expect(gaps).toHaveLength(2);
});

test("the axis begins at 0, and the week begins where its day does", () => {
  const { levels, weekX, ticks, top } = chart([{ at: at(16), value: 900 }]);
  expect([top, levels[0]?.label, levels[0]?.y]).toEqual([1000, "0", PANEL_SIZE.height - PANEL_SIZE.bottom]);
  expect(ticks.map(({ label }) => label)).toEqual(expect.arrayContaining(["Mon 16", "Sun 29"]));
  expect(ticks).toHaveLength(14);
  expect(ticks[7]?.x).toBe(weekX);
});

test.each([PANEL_SIZE, SLIDE_SIZE])("labels of days do not touch, in a panel or on a slide", (size) => {
  const labelled = viewChart(someReviewView(), size).ticks.filter(({ isLabelled }) => isLabelled);
  const gaps = labelled.slice(1).map(({ x }, at) => x - (labelled[at]?.x ?? 0));
  // Six characters such as "Wed 30"; the first label begins at its day and the others are centered.
  expect(Math.min(...gaps)).toBeGreaterThan(1.5 * 6 * 0.6 * size.text);
  expect(labelled.length).toBeGreaterThan(1);
});
