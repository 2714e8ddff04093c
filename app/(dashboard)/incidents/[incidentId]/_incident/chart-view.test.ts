import { expect, test } from "vitest";
import { rangeOf, viewChart, type ChartedPoint } from "./chart-view.ts";

const HOUR = 3_600_000;
const asked = { from: 0, to: 100, unit: "rows", limit: null, since: null, zone: "UTC", now: new Date(0) } as const;

function point(at: number, value: number | null, changes: Partial<ChartedPoint> = {}): ChartedPoint {
  return { at, value, snapshotId: `${at}`, series: "1 duckdb", trusted: true, ...changes };
}

test("the line stops where a number is missing, is not trusted, or comes from another series", () => {
  const points = [point(0, 0), point(10, 4), point(20, null), point(30, 4), point(40, 9, { trusted: false }), point(50, 2)];
  const { lines, doubtful } = viewChart([...points, point(60, 2, { series: "2 duckdb" })], asked);
  expect(lines).toEqual(["M0.0 100.00L100.0 60.00", "M300.0 60.00h0", "M500.0 80.00h0", "M600.0 80.00h0"]);
  expect(doubtful).toEqual([{ x: 0.4, y: expect.closeTo(0.1) as number }]);
});

test("the axis begins at 0 and holds the limit; a ratio's ends below 1", () => {
  expect(viewChart([point(0, 30)], { ...asked, limit: 100 })).toMatchObject({
    levels: [{ text: "0" }, { text: "50" }, { text: "100" }],
    limit: { y: 0, text: "limit 100" },
  });
  expect(viewChart([point(0, 0.171)], { ...asked, unit: "ratio" }).levels.map(({ text }) => text)).toEqual(["0.000", "0.100", "0.200"]);
  expect(viewChart([point(0, 0), point(10, 0)], asked).levels).toEqual([{ share: 0, text: "0" }]);
});

test("the expected range is drawn over its time span, and the axis includes it", () => {
  const { bands, levels } = viewChart([point(0, 12)], { ...asked, expected: [{ from: -10, to: 50, low: -3, high: 40 }] });
  expect(bands).toEqual([{ left: 0, right: 0.5, top: 0, bottom: 1, text: "expected 0 to 40" }]);
  expect(levels.at(-1)?.text).toBe("40");
});

test("the last number that is trusted is said, and the beginning is marked only within the chart", () => {
  const points = [point(50, 1292), point(90, 17690), point(95, 3, { trusted: false })];
  expect(viewChart(points, { ...asked, since: 25 })).toMatchObject({ last: { x: 0.9, text: "17,690" }, since: 0.25 });
  expect(viewChart(points, { ...asked, since: -5 }).since).toBeNull();
  expect(viewChart([], asked)).toMatchObject({ lines: [], last: null, rows: [] });
});

test("the chart reaches back before the beginning by a quarter of what it lasted, six hours at least and a week at most", () => {
  const until = 1000 * 24 * HOUR;
  const before = (lasted: number) => (until - lasted - rangeOf({ since: until - lasted, until }).from) / HOUR;
  expect(before(HOUR)).toBe(6);
  expect(before(48 * HOUR)).toBe(12);
  expect(before(60 * 24 * HOUR)).toBe(7 * 24);
  expect(rangeOf({ since: 0, until }).from).toBe(until - 120 * 24 * HOUR);
});
