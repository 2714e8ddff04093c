import type { ChartRow, Layer } from "#app/_ui/charts/series-chart.client.tsx";
import type { ChartPoint, SeriesValueName } from "#lib/contracts/series.ts";

/** One part of a chart that the legend names and the read-out gives a value of. */
export interface Part {
  /** The values that it adds up; several only where one is too rare to be told apart. */
  names: readonly SeriesValueName[];
  label: string;
  colour: string;
  dashed?: boolean;
}

export interface BoardChart {
  id: string;
  title: string;
  /** What its numbers count. */
  counts: "rows" | "keys" | "files" | "ratio";
  height: number;
  /** Parts of one whole that lie upon each other, the first at the base line; else lines. */
  stacked: boolean;
  parts: readonly Part[];
}

const SURPLUS: BoardChart = {
  id: "surplus",
  title: "Surplus rows",
  counts: "rows",
  height: 130,
  stacked: false,
  parts: [
    { names: ["surplus_rows"], label: "surplus rows", colour: "var(--series)" },
    { names: ["duplicated_keys"], label: "duplicated keys", colour: "var(--series-2)", dashed: true },
  ],
};

const PARTITIONS: BoardChart = {
  id: "partitions",
  title: "Keys in more than one Kafka partition",
  counts: "keys",
  height: 110,
  stacked: true,
  parts: [
    { names: ["partitions_2"], label: "in 2", colour: "var(--ord-2)" },
    { names: ["partitions_3"], label: "in 3", colour: "var(--ord-3)" },
    { names: ["partitions_4", "partitions_5_or_more"], label: "in 4+", colour: "var(--ord-4)" },
  ],
};

const DELETE_RATIO: BoardChart = {
  id: "ratio",
  title: "Delete ratio",
  counts: "ratio",
  height: 110,
  stacked: false,
  parts: [{ names: ["delete_ratio"], label: "deletes per row", colour: "var(--series)" }],
};

const DELETE_ROWS: BoardChart = {
  id: "deletes",
  title: "Deletes to apply",
  counts: "rows",
  height: 130,
  stacked: true,
  parts: [
    { names: ["position_delete_rows"], label: "position", colour: "var(--c-teal)" },
    { names: ["equality_delete_rows"], label: "equality", colour: "var(--c-navy)" },
    { names: ["deletion_vector_rows"], label: "vectors", colour: "var(--c-plum)" },
  ],
};

const DELETE_FILES: BoardChart = {
  ...DELETE_ROWS,
  title: "Delete files to apply",
  counts: "files",
  parts: [
    { names: ["position_delete_files"], label: "position", colour: "var(--c-teal)" },
    { names: ["equality_delete_files"], label: "equality", colour: "var(--c-navy)" },
    { names: ["deletion_vectors"], label: "vectors", colour: "var(--c-plum)" },
  ],
};

/** The charts of a table, top to bottom. */
export function boardCharts(deletesBy: "rows" | "files"): readonly BoardChart[] {
  return [SURPLUS, PARTITIONS, DELETE_RATIO, deletesBy === "rows" ? DELETE_ROWS : DELETE_FILES];
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
    parts.map(({ colour, dashed }, at) => ({ key: `${key}${at}`, kind, colour, ...(dashed && kind === "line" && { dashed }) }));
  return [
    ...(stacked ? each("area", "part") : [...each("band", "band"), ...each("line", "part").toReversed()]),
    ...each("dots", "dot"),
    ...each("hollow", "hollow"),
  ];
}
