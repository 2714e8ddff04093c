import { expect, test } from "vitest";
import type { ChartPoint } from "#lib/contracts/series.ts";
import { METRIC_NAMES, METRICS } from "#lib/metrics.ts";
import { boardCharts, chartData } from "./board-data.ts";
import { limitLines } from "./chart-limits.ts";
import { sayChart, sayValue } from "./board-words.ts";

const [surplus, partitions, ratio, deletes] = boardCharts("rows");
if (!surplus || !partitions || !ratio || !deletes) throw new Error("there are four charts");
const ALONE = { before: null, after: null, until: 0 };

const same = (value: number) => ({ min: value, max: value, last: value });
const point = (at: number, values: Record<string, number>, changes: Partial<ChartPoint> = {}): ChartPoint => ({
  firstAt: at,
  at,
  count: 1,
  snapshotId: String(at),
  operation: "append",
  version: 1,
  engine: "duckdb",
  trust: "exact",
  direction: null,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, same(value)])),
  ...changes,
});
const line = (at: number, value: number, changes: Partial<ChartPoint> = {}) =>
  point(at, { surplus_rows: value, duplicated_keys: value }, changes);
const ats = (rows: readonly { at: number }[], key: string) => rows.flatMap((row) => (key in row ? [row.at] : []));

test("every chart that a metric declares is drawn, and nothing else is", () => {
  const charts = [...new Set([...boardCharts("rows"), ...boardCharts("files")])];
  const drawn = charts.flatMap(({ parts }) => parts.flatMap(({ names }) => names));
  const declared = METRIC_NAMES.filter((name) => METRICS[name].chart !== undefined);
  const byHistogram = declared.filter((name) => METRICS[name].chart?.part === null);
  expect(drawn.filter((name) => !name.startsWith("partitions_")).toSorted()).toEqual(
    declared.filter((name) => !byHistogram.includes(name)).toSorted(),
  );
  for (const { id, parts } of charts) {
    const ofHistogram = parts.some(({ names }) => names.some((name) => name.startsWith("partitions_")));
    expect(byHistogram.some((name) => METRICS[name].chart?.id === id)).toBe(ofHistogram);
    expect(parts.length).toBeGreaterThan(0);
    expect(new Set(parts.map(({ color }) => color)).size).toBe(parts.length);
  }
});

test("neighbours of one version and engine are one line, and no point is a dot", () => {
  const { rows } = chartData(surplus, [line(1, 0), line(2, 5), line(3, 7)], [], ALONE);
  expect(rows.map((row) => row["part0"])).toEqual([0, 5, 7]);
  expect(ats(rows, "dot0")).toEqual([]);
});

test.each([
  ["another key version", line(2, 5, { version: 2 }), []],
  ["another engine", line(2, 5, { engine: "trino" }), []],
  ["snapshots that nobody read", line(2, 5), [{ from: 1, to: 2 }]],
])("%s breaks the line between two points", (_, second, gaps) => {
  const { rows } = chartData(surplus, [line(1, 4), second], gaps, ALONE);
  expect(rows.map((row) => row["part0"])).toEqual([4, undefined, 5]);
  expect(ats(rows, "dot0")).toEqual([1, 2]);
});

test("a point that is not to be trusted is hollow, and no line goes through it", () => {
  const { rows } = chartData(surplus, [line(1, 4), line(2, 900, { trust: "untrusted" }), line(3, 5)], [], ALONE);
  expect(rows.map((row) => row["part0"])).toEqual([4, undefined, undefined, undefined, 5]);
  expect(ats(rows, "hollow0")).toEqual([2]);
});

test("a number that was not computed is no zero", () => {
  const { rows, max } = chartData(partitions, [point(1, { partitions_2: 3 })], [], ALONE);
  expect(ats(rows, "part0")).toEqual([]);
  expect(max).toBe(0);
});

test("parts lie upon each other, 4 and 5 or more as one", () => {
  const values = { partitions_2: 10, partitions_3: 4, partitions_4: 2, partitions_5_or_more: 1 };
  const { rows, max } = chartData(partitions, [point(1, values), point(2, values)], [], ALONE);
  expect([rows[0]?.["part0"], rows[0]?.["part1"], rows[0]?.["part2"]]).toEqual([
    [0, 10],
    [10, 14],
    [14, 17],
  ]);
  expect(max).toBe(17);
});

test("a point that stands for several keeps its lowest and highest", () => {
  const bucket = line(1, 0, { count: 9, values: { surplus_rows: { min: 2, max: 900, last: 8 }, duplicated_keys: same(1) } });
  const { rows, max } = chartData(surplus, [bucket], [], ALONE);
  expect(rows[0]?.["band0"]).toEqual([2, 900]);
  expect(max).toBe(900);
  expect(sayValue(surplus.parts[0] ?? { names: [], label: "", color: "" }, bucket, surplus)).toBe("2–900");
});

test("limits are drawn in the chart of their own number, and a limit far above everything is not", () => {
  const limits = {
    delete_ratio: { warnAt: 0.2, alertAt: 0.5, named: 0.2 },
    equality_delete_files: { warnAt: null, alertAt: null, named: null },
  };
  expect(limitLines(ratio, limits, 0.3)).toEqual([
    { at: 0.2, severity: "warning", text: "warn at 0.200" },
    { at: 0.5, severity: "alert", text: "alert at 0.500" },
  ]);
  expect(limitLines(ratio, limits, 0.06).map(({ at }) => at)).toEqual([0.2]);
  expect(limitLines(deletes, limits, 1000)).toEqual([]);
});

test("a zoomed line comes in from the point before the range and goes on to the one after it", () => {
  const { rows, dots } = chartData(surplus, [line(10, 5)], [], { before: line(1, 4), after: line(20, 9), until: 15 });
  expect(rows.map(({ at }) => at)).toEqual([1, 10, 20]);
  expect(ats(rows, "dot0")).toEqual([]);
  expect(dots).toHaveLength(1);
});

test("the newest number goes on level until the table was last looked at, and no further than a gap", () => {
  const { rows } = chartData(surplus, [line(1, 4), line(2, 5)], [], { ...ALONE, until: 9 });
  expect(rows.at(-1)).toEqual({ at: 9, part0: 5, part1: 5 });
  const gap = [{ from: 2, to: 9 }];
  expect(chartData(surplus, [line(1, 4), line(2, 5)], gap, { ...ALONE, until: 9 }).rows.at(-1)?.at).toBe(2);
});

test("nothing is carried in over a gap or from another version of the key", () => {
  const gap = chartData(surplus, [line(10, 5)], [{ from: 3, to: 9 }], { ...ALONE, before: line(1, 4) });
  const version = chartData(surplus, [line(10, 5)], [], { ...ALONE, before: line(1, 4, { version: 7 }) });
  for (const { rows } of [gap, version]) expect(rows.map((row) => row["part0"])).toEqual([4, undefined, 5]);
});

test.each([
  [[], "No numbers in this range."],
  [[line(1, 0), line(2, 0)], "Extra rows: none in this range."],
  [[line(1, 0), line(2, 171), line(3, 0)], "Extra rows: none at the end, up to 171 in this range."],
  [[line(1, 0), line(2, 163)], "Extra rows: 163 at the end, none at the start."],
])("a chart says what it means: %#", (points, said) => {
  expect(sayChart(surplus, points)).toBe(said);
});

test("a number between points at which it was not computed is a dot: no line shows it", () => {
  const { rows } = chartData(surplus, [point(1, { duplicated_keys: 1 }), line(2, 5), point(3, { duplicated_keys: 3 })], [], ALONE);
  expect(ats(rows, "dot0")).toEqual([2]);
  expect(ats(rows, "dot1")).toEqual([]);
});

test("a chart's sentence claims no more than was counted: spikes within points, bounds, and what nobody counted", () => {
  const spike = point(2, {}, { count: 9, values: { surplus_rows: { min: 0, max: 500, last: 0 } } });
  expect(sayChart(surplus, [line(1, 0), spike])).toContain("none at the end, up to 500 in this range.");
  expect(sayChart(surplus, [spike])).toContain("none at the end, up to 500 in this range.");
  expect(sayChart(surplus, [line(1, 0), line(2, 7, { trust: "partial", direction: "at least" })])).toContain(
    "at least 7 at the end, none at the start.",
  );
  expect(sayChart(surplus, [line(1, 0, { trust: "partial", direction: "at least" }), line(2, 0)])).toContain("not all was");
  expect(sayChart(surplus, [point(1, {}), line(2, 0)])).toContain("not all was");
  expect(sayChart(surplus, [line(1, 0), line(2, 0)])).toContain("none in this range.");
});
