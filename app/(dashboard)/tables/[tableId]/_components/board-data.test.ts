import { expect, test } from "vitest";
import type { ChartPoint } from "#lib/contracts/series.ts";
import { boardCharts, chartData } from "./board-data.ts";
import { sayChart, sayValue } from "./board-words.ts";

const [surplus, partitions, deletes] = boardCharts("rows");
if (!surplus || !partitions || !deletes) throw new Error("there are three charts");
const NO_LIMITS = { deleteRatio: null, equalityDeleteFiles: null };

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

test("neighbours of one version and engine are one line, and no point is a dot", () => {
  const { rows } = chartData(surplus, [line(1, 0), line(2, 5), line(3, 7)], [], NO_LIMITS);
  expect(rows.map((row) => row["part0"])).toEqual([0, 5, 7]);
  expect(ats(rows, "dot0")).toEqual([]);
});

test.each([
  ["another key version", line(2, 5, { version: 2 }), []],
  ["another engine", line(2, 5, { engine: "trino" }), []],
  ["snapshots that nobody read", line(2, 5), [{ from: 1, to: 2 }]],
])("%s breaks the line between two points", (_, second, gaps) => {
  const { rows } = chartData(surplus, [line(1, 4), second], gaps, NO_LIMITS);
  expect(rows.map((row) => row["part0"])).toEqual([4, undefined, 5]);
  expect(ats(rows, "dot0")).toEqual([1, 2]);
});

test("a point that is not to be trusted is hollow, and no line goes through it", () => {
  const { rows } = chartData(surplus, [line(1, 4), line(2, 900, { trust: "untrusted" }), line(3, 5)], [], NO_LIMITS);
  expect(rows.map((row) => row["part0"])).toEqual([4, undefined, undefined, undefined, 5]);
  expect(ats(rows, "hollow0")).toEqual([2]);
});

test("a number that was not computed is no zero", () => {
  const { rows, max } = chartData(partitions, [point(1, { partitions_2: 3 })], [], NO_LIMITS);
  expect(ats(rows, "part0")).toEqual([]);
  expect(max).toBe(0);
});

test("parts lie upon each other, 4 and 5 or more as one", () => {
  const values = { partitions_2: 10, partitions_3: 4, partitions_4: 2, partitions_5_or_more: 1 };
  const { rows, max } = chartData(partitions, [point(1, values), point(2, values)], [], NO_LIMITS);
  expect([rows[0]?.["part0"], rows[0]?.["part1"], rows[0]?.["part2"]]).toEqual([
    [0, 10],
    [10, 14],
    [14, 17],
  ]);
  expect(max).toBe(17);
});

test("a point that stands for several keeps its lowest and highest", () => {
  const bucket = line(1, 0, { count: 9, values: { surplus_rows: { min: 2, max: 900, last: 8 }, duplicated_keys: same(1) } });
  const { rows, max } = chartData(surplus, [bucket], [], NO_LIMITS);
  expect(rows[0]?.["band0"]).toEqual([2, 900]);
  expect(max).toBe(900);
  expect(sayValue(surplus.parts[0] ?? { names: [], label: "", colour: "" }, bucket, surplus)).toBe("2–900");
});

test("the limit of the delete ratio is drawn in rows, and a limit far above everything is not", () => {
  const values = { position_delete_rows: 30, equality_delete_rows: 0, deletion_vector_rows: 0, data_rows: 400 };
  const { rows, max } = chartData(deletes, [point(1, values)], [], { ...NO_LIMITS, deleteRatio: 0.2 });
  expect(rows[0]?.["limit"]).toBe(80);
  expect(max).toBe(80);
  expect(chartData(deletes, [point(1, { ...values, data_rows: 1e6 })], [], { ...NO_LIMITS, deleteRatio: 0.2 }).max).toBe(30);
});

test.each([
  [[], "No numbers in this range."],
  [[line(1, 0), line(2, 0)], "Rows beyond the first of their key: none in this range."],
  [[line(1, 0), line(2, 171), line(3, 0)], "Rows beyond the first of their key: none at the end, up to 171 in this range."],
  [[line(1, 0), line(2, 163)], "Rows beyond the first of their key: 163 at the end, none at the start."],
])("a chart says what it means: %#", (points, said) => {
  expect(sayChart(surplus, points)).toBe(said);
});

test("a number between points at which it was not computed is a dot: no line shows it", () => {
  const { rows } = chartData(surplus, [point(1, { duplicated_keys: 1 }), line(2, 5), point(3, { duplicated_keys: 3 })], [], NO_LIMITS);
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
