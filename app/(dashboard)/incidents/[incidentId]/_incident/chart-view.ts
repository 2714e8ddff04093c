import { listTicks } from "#app/_ui/charts/time-axis.ts";
import { valueAxis, type ValueAxis } from "#app/_ui/charts/value-axis.ts";
import type { MetricUnit } from "#lib/names.ts";
import { formatMetric } from "#lib/units.ts";

/** A number at a time, in milliseconds; `series`: points of one key version and engine, which alone a line joins. */
export interface ChartedPoint {
  at: number;
  snapshotId: string | null;
  value: number | null;
  series: string;
  trusted: boolean;
}

export interface ChartAsked {
  from: number;
  to: number;
  unit: MetricUnit;
  /** What was reached. */
  limit: number | null;
  /** When it began. */
  since: number | null;
  /** Expected ranges; times in milliseconds. */
  expected?: readonly { from: number; to: number; low: number; high: number }[];
  zone: string;
  /** The reader's clock. */
  now: Date;
}

/** A chart of one number as shares of its plot: x from the left, y from the top, both from 0 to 1. */
export interface IncidentChart {
  /** Paths in a box of 1000 × 100. */
  lines: string[];
  /** Points that are not to be trusted; no line joins them. */
  doubtful: { x: number; y: number }[];
  last: { x: number; y: number; text: string } | null;
  limit: { y: number; text: string } | null;
  /** Expected ranges, as shares of the chart's width and height. */
  bands: { left: number; right: number; top: number; bottom: number; text: string }[];
  since: number | null;
  levels: ValueAxis["levels"];
  ticks: { x: number; text: string }[];
  /** The numbers themselves, newest first. */
  rows: { at: string; snapshotId: string | null; text: string; trusted: boolean }[];
}

/** Labels of the time axis are placed for a plot of this width, in pixels. */
const NOMINAL_WIDTH = 700;

/** What the chart of an incident draws. Pure. */
export function viewChart(points: readonly ChartedPoint[], asked: ChartAsked): IncidentChart {
  const { from, to, unit, limit, since, expected = [], zone, now } = asked;
  const known = points.flatMap(({ value, ...point }) => (value === null ? [] : [{ ...point, value }]));
  const { top, levels } = valueAxis(Math.max(limit ?? 0, ...known.map(({ value }) => value), ...expected.map(({ high }) => high)), unit);
  const x = (at: number): number => (at - from) / Math.max(to - from, 1);
  const y = (value: number): number => 1 - Math.max(value, 0) / top;
  const last = known.findLast(({ trusted }) => trusted);
  return {
    lines: splitLines(points).map((line) => {
      const corners = line.map(({ at, value }) => `${(x(at) * 1000).toFixed(1)} ${(y(value) * 100).toFixed(2)}`);
      // A line of one point would not be seen.
      return `M${corners.join("L")}${corners.length === 1 ? "h0" : ""}`;
    }),
    doubtful: known.filter(({ trusted }) => !trusted).map(({ at, value }) => ({ x: x(at), y: y(value) })),
    last: last === undefined ? null : { x: x(last.at), y: y(last.value), text: formatMetric(last.value, unit) },
    limit: limit === null || limit <= 0 ? null : { y: y(limit), text: `limit ${formatMetric(limit, unit)}` },
    bands: expected.map((span) => ({
      left: Math.max(x(span.from), 0),
      right: Math.min(x(span.to), 1),
      top: y(span.high),
      bottom: y(span.low),
      text: `expected ${formatMetric(Math.max(span.low, 0), unit)} to ${formatMetric(span.high, unit)}`,
    })),
    since: since === null || since < from || since > to ? null : x(since),
    levels,
    ticks: listTicks({ from, to, width: NOMINAL_WIDTH }, zone, now).map(({ at, label }) => ({ x: x(at), text: label })),
    rows: known.toReversed().map(({ at, snapshotId, value, trusted }) => ({
      at: new Date(at).toISOString(),
      snapshotId,
      text: formatMetric(value, unit),
      trusted,
    })),
  };
}

/** Never across a point that is missing or not trusted, nor from one series to the next. */
function splitLines(points: readonly ChartedPoint[]): { at: number; value: number }[][] {
  const lines: { at: number; value: number }[][] = [[]];
  let series: string | null = null;
  for (const point of points) {
    if (point.value === null || !point.trusted || point.series !== series) lines.push([]);
    series = point.series;
    if (point.value !== null && point.trusted) lines.at(-1)?.push({ at: point.at, value: point.value });
  }
  return lines.filter((line) => line.length > 0);
}

/** The stretch of time that shows how an incident began and how it is: a quarter of its length before it, within bounds. Milliseconds. Pure. */
export function rangeOf({ since, until }: { since: number | null; until: number }): { from: number; to: number } {
  const hour = 3_600_000;
  const begin = since ?? until - 14 * 24 * hour;
  const length = Math.max(until - begin, hour);
  const before = Math.min(Math.max(length / 4, 6 * hour), 7 * 24 * hour);
  return { from: Math.max(begin - before, until - 120 * 24 * hour), to: until + Math.max(length / 100, 1) };
}
