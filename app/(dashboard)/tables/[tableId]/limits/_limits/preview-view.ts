import { listTicks } from "#app/_ui/charts/time-axis.ts";
import { valueAxis, type ValueAxis } from "#app/_ui/charts/value-axis.ts";
import type { LimitPreview } from "#lib/contracts/limits.ts";
import { formatMetric } from "#lib/units.ts";

/** A preview as shares of its plot: x from the left, y from the top, both from 0 to 1. Paths lie in a box of 1000 × 100. */
export interface PreviewDrawing {
  lines: string[];
  /** From where on it is wrong. */
  edges: string[];
  /** Untrusted without a direction; no line joins them. */
  doubtful: { x: number; y: number }[];
  /** Where it would have been open. */
  spans: { from: number; to: number; alert: boolean }[];
  levels: ValueAxis["levels"];
  ticks: { x: number; text: string }[];
  last: { x: number; y: number; text: string } | null;
}

/** Labels of the time axis are placed for a plot of this width, in pixels. */
const NOMINAL_WIDTH = 700;

/** What the chart of a preview draws. Pure. */
export function drawPreview({ from, to, unit, points, openings }: LimitPreview, zone: string, now: Date): PreviewDrawing {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  const known = points.flatMap(({ value, edge }) => [value ?? 0, edge ?? 0]);
  const max = known.reduce((most, one) => Math.max(most, one), 0);
  const { top, levels } = valueAxis(max, unit);
  const x = (at: number): number => Math.min(1, Math.max(0, (at - begin) / Math.max(end - begin, 1)));
  const y = (value: number): number => 1 - Math.max(value, 0) / top;
  const corner = (at: number, value: number): string => `${(x(at) * 1000).toFixed(1)} ${(y(value) * 100).toFixed(2)}`;
  const lines = stretches(points, (point) => (point.trusted ? point.value : null)).map((line) => {
    const corners = line.map(({ at, value }) => corner(at, value));
    // A line of one point would not be seen.
    return `M${corners.join("L")}${corners.length === 1 ? "h0" : ""}`;
  });
  const last = points.findLast(({ value, trusted }) => value !== null && trusted);
  return {
    lines,
    edges: stretches(points, ({ edge }) => edge).map((line) => `M${line.map(({ at, value }) => corner(at, value)).join("L")}`),
    doubtful: points.flatMap(({ at, value, trusted }) => (value === null || trusted ? [] : [{ x: x(at), y: y(value) }])),
    spans: openings.map(({ openedAt, resolvedAt, severity }) => ({
      from: x(Date.parse(openedAt)),
      to: resolvedAt === null ? 1 : x(Date.parse(resolvedAt)),
      alert: severity === "alert",
    })),
    levels,
    ticks: listTicks({ from: begin, to: end, width: NOMINAL_WIDTH }, zone, now).map(({ at, label }) => ({ x: x(at), text: label })),
    last: last?.value == null ? null : { x: x(last.at), y: y(last.value), text: formatMetric(last.value, unit) },
  };
}

type Point = LimitPreview["points"][number];

/** Stretches of points that have a number, none across two engines. */
function stretches(points: readonly Point[], numberOf: (point: Point) => number | null): { at: number; value: number }[][] {
  const found: { at: number; value: number }[][] = [[]];
  let series: string | null = null;
  for (const point of points) {
    const value = numberOf(point);
    if (value === null || point.series !== series) found.push([]);
    series = point.series;
    if (value !== null) found.at(-1)?.push({ at: point.at, value });
  }
  return found.filter((stretch) => stretch.length > 0);
}
