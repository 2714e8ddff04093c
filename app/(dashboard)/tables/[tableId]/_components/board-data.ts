import type { ChartRow, Layer } from "#app/_ui/charts/series-chart.client.tsx";
import { CHARTS, partsOf, type ChartDeclaration, type ChartPart } from "#lib/charts.ts";
import type { ChartPoint } from "#lib/contracts/series.ts";
import type { ChartId } from "#lib/names.ts";

/** One part of a chart that the legend names and the read-out gives a value of. */
export interface Part extends ChartPart {
  color: string;
  dashed?: boolean;
}

export interface BoardChart extends Omit<ChartDeclaration, "histogram"> {
  height: number;
  parts: readonly Part[];
}

/** Lines differ in color and dash, areas of kinds in hue, areas of degree in depth. */
const LINES = [
  { color: "var(--series)" },
  { color: "var(--series-2)", dashed: true },
  { color: "var(--c-plum)" },
  { color: "var(--c-teal)" },
];
const KINDS = [{ color: "var(--c-teal)" }, { color: "var(--c-navy)" }, { color: "var(--c-plum)" }, { color: "var(--series)" }];
const DEGREES = [{ color: "var(--ord-2)" }, { color: "var(--ord-3)" }, { color: "var(--ord-4)" }];

const HEIGHTS: Readonly<Record<ChartId, number>> = { surplus: 130, partitions: 110, ratio: 110, deletes: 130 };

const BOARD: readonly BoardChart[] = CHARTS.map(({ histogram, ...chart }) => {
  const styles = histogram !== undefined ? DEGREES : chart.stacked ? KINDS : LINES;
  const parts = partsOf({ ...chart, ...(histogram && { histogram }) });
  return {
    ...chart,
    height: HEIGHTS[chart.id],
    parts: parts.map((part, index) => ({ ...part, ...(styles[index % styles.length] ?? { color: "var(--series)" }) })),
  };
});

/** The charts of a table, top to bottom. */
export function boardCharts(deletesBy: "rows" | "files"): readonly BoardChart[] {
  return BOARD.filter(({ view }) => view === undefined || view === deletesBy);
}

/** A part's value at a point; where the point stands for several, what it ranges over. null: not computed. */
export function partValue({ names }: Part, { values }: ChartPoint): { min: number; max: number; last: number } | null {
  const sum = { min: 0, max: 0, last: 0 };
  for (const name of names) {
    const value = values[name];
    if (value === undefined) return null;
    sum.min += value.min;
    sum.max += value.max;
    sum.last += value.last;
  }
  return sum;
}

export interface ChartData {
  rows: ChartRow[];
  layers: Layer[];
  /** The highest value drawn. */
  max: number;
  /** What a row's parts add up to or reach: where the cursor's dots stand. By point. */
  dots: (number | null)[][];
}

type Gaps = readonly { from: number; to: number }[];

/** What is known beside the points of a range. */
export interface Edges {
  before: ChartPoint | null;
  after: ChartPoint | null;
  /** Until when the newest number is known to hold, within the range, in milliseconds. */
  until: number;
}

/** Whether a line may join two neighbours: same question, same reader, both believed, and nothing missing in between. */
function isJoined(before: ChartPoint, after: ChartPoint, gaps: Gaps): boolean {
  if (before.version !== after.version || before.engine !== after.engine) return false;
  if (before.trust === "untrusted" || after.trust === "untrusted") return false;
  return !gaps.some(({ from, to }) => from < after.firstAt && to > before.at);
}

/**
 * The rows and layers of one chart. Lines and areas break where `isJoined` says so; a point that nothing joins is a dot, one that is not to be
 * trusted a hollow one. Where points stand for several, lines carry the band between lowest and highest, and stacks show the highest. Lines come
 * in from the point before the range and go on to the one after it, or level until the table was last looked at. `dots` are of `points`. Pure.
 */
export function chartData(chart: BoardChart, points: readonly ChartPoint[], gaps: Gaps, edges: Edges): ChartData {
  const { before: first, after: last } = edges;
  const all = [...(first === null ? [] : [first]), ...points, ...(last === null ? [] : [last])];
  const rows: ChartRow[] = [];
  const dots: (number | null)[][] = [];
  let max = 0;
  for (const [place, point] of all.entries()) {
    const [before, after] = [all[place - 1], all[place + 1]];
    if (before !== undefined && !isJoined(before, point, gaps)) rows.push({ at: (before.at + point.at) / 2 });
    const neighbours = [
      ...(before !== undefined && isJoined(before, point, gaps) ? [before] : []),
      ...(after !== undefined && isJoined(point, after, gaps) ? [after] : []),
    ];
    const drawn = drawPoint(chart, point, neighbours);
    // A point outside of the range counts by the line that leads to it.
    if (neighbours.length > 0 || (point !== first && point !== last)) max = Math.max(max, drawn.max);
    rows.push(drawn.row);
    dots.push(drawn.dots);
  }
  const continued = carryOn(all.at(-1), rows.at(-1), gaps, last === null ? edges.until : 0);
  const from = first === null ? 0 : 1;
  return { rows: [...rows, ...continued], layers: layersOf(chart), max, dots: dots.slice(from, from + points.length) };
}

function drawPoint(chart: BoardChart, point: ChartPoint, neighbours: readonly ChartPoint[]) {
  const heights = heightsOf(chart, point);
  const row: ChartRow = { at: point.at };
  let max = 0;
  // A part of a stack that is nothing would cover the one below it.
  const seen = heights.map((height, at) => {
    return height !== null && (!chart.stacked || height.to > height.from || (at === 0 && heights.at(-1)?.to === 0));
  });
  for (const [at, height] of heights.entries()) {
    if (height === null) continue;
    const isSeen = seen[at];
    if (isSeen && point.trust === "untrusted") row[`hollow${at}`] = height.to;
    else if (isSeen && !neighbours.some((one) => heightsOf(chart, one)[at] !== null)) row[`dot${at}`] = height.to;
    if (point.trust !== "untrusted") {
      row[`part${at}`] = chart.stacked ? [height.from, height.to] : height.to;
      if (!chart.stacked && point.count > 1) row[`band${at}`] = [height.low, height.high];
    }
    max = Math.max(max, height.high);
  }
  return { row, max, dots: heights.map((height, at) => (seen[at] ? (height?.to ?? null) : null)) };
}

/** The newest numbers once more at the time until which they are known to hold, if nothing is missing in between. */
function carryOn(point: ChartPoint | undefined, row: ChartRow | undefined, gaps: Gaps, until: number): ChartRow[] {
  if (point === undefined || row === undefined || point.trust === "untrusted") return [];
  const end = Math.min(until, ...gaps.filter(({ to }) => to > point.at).map(({ from }) => from));
  if (end <= point.at) return [];
  return [{ at: end, ...Object.fromEntries(Object.entries(row).filter(([name]) => name.startsWith("part"))) }];
}

interface Height {
  from: number;
  to: number;
  low: number;
  high: number;
}

function heightsOf(chart: BoardChart, point: ChartPoint): (Height | null)[] {
  return chart.stacked ? stackOf(chart, point) : chart.parts.map((part) => lineOf(part, point));
}

function lineOf(part: Part, point: ChartPoint): Height | null {
  const value = partValue(part, point);
  return value && { from: 0, to: value.last, low: value.min, high: value.max };
}

function stackOf({ parts }: BoardChart, point: ChartPoint): (Height | null)[] {
  const values = parts.map((part) => partValue(part, point));
  if (values.includes(null)) return parts.map(() => null);
  let base = 0;
  return values.map((value) => {
    const from = base;
    base += value?.max ?? 0;
    return { from, to: base, low: from, high: base };
  });
}

function layersOf({ parts, stacked }: BoardChart): Layer[] {
  const each = (kind: Layer["kind"], key: string): Layer[] =>
    parts.map(({ color, dashed }, at) => ({ key: `${key}${at}`, kind, color, ...(dashed && kind === "line" && { dashed }) }));
  return [
    ...(stacked ? each("area", "part") : [...each("band", "band"), ...each("line", "part").toReversed()]),
    ...each("dots", "dot"),
    ...each("hollow", "hollow"),
  ];
}
