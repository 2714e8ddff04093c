import type { ChartPoint, SeriesEvent, SeriesMeta } from "#lib/contracts/series.ts";
import { boundSign, formatCount, formatRatio } from "#lib/units.ts";
import { partValue, type BoardChart, type Part } from "./board-data.ts";

/** What a chart counts, in digits. */
function sayNumber({ counts }: Pick<BoardChart, "counts">, value: number): string {
  return counts === "ratio" ? formatRatio(value) : formatCount(value);
}

/** A part's value in words: a number, `12–40` where the point stands for several, `not computed`. */
export function sayValue(part: Part, point: ChartPoint, chart: Pick<BoardChart, "byManifests" | "stacked" | "counts">): string {
  const value = partValue(part, point);
  if (value === null) return "not computed";
  const { byManifests, stacked } = chart;
  const say = (number: number) => sayNumber(chart, number);
  const bound = byManifests ? "" : boundSign(point.direction);
  if (value.min === value.max) return `${bound}${say(value.last)}`;
  return stacked ? `${bound}up to ${say(value.max)}` : `${bound}${say(value.min)}–${say(value.max)}`;
}

/** How far a point can be believed. */
export function sayTrust({ trust, direction }: ChartPoint): string {
  return direction === null ? trust : `${trust}, ${direction}`;
}

/** What a chart means now, from its first and last point; where points stand for several, their highest counts. Pure. */
export function sayChart(chart: BoardChart, points: readonly ChartPoint[]): string {
  const last = points.at(-1);
  const first = points[0];
  if (last === undefined || first === undefined) return "No numbers in this range.";
  const total = (point: ChartPoint, of: "last" | "max" = "last"): number | null => {
    const values = (chart.stacked ? chart.parts : chart.parts.slice(0, 1)).map((part) => partValue(part, point)?.[of] ?? null);
    return values.includes(null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  };
  const [then, now] = [total(first), total(last)];
  if (now === null) return chart.id === "partitions" ? "Not computed: it needs the Kafka partition of each row." : "Not computed.";
  const say = (point: ChartPoint, value: number): string => {
    const bound = chart.byManifests || point.direction === null ? "" : `${point.direction} `;
    return value === 0 && bound !== "at least " ? "none" : `${bound}${sayNumber(chart, value)}`;
  };
  const peak = Math.max(...points.map((point) => total(point, "max") ?? 0));
  const isBelieved = (point: ChartPoint): boolean => chart.byManifests || (point.trust !== "untrusted" && point.direction !== "at least");
  const isComplete = points.every((point) => total(point) !== null && isBelieved(point));
  const what = WHAT[chart.id] ?? "";
  if (peak === 0) return isComplete ? `${what}none in this range.` : `${what}none that was counted in this range; not all was.`;
  if (points.length === 1 && last.count === 1) return `${what}${say(last, now)}.`;
  if (now === 0 && say(last, now) === "none") return `${what}none at the end, up to ${sayNumber(chart, peak)} in this range.`;
  if (then === now && first.direction === last.direction) return `${what}${say(last, now)}, as at the start.`;
  return `${what}${say(last, now)} at the end${then === null ? "" : `, ${say(first, then)} at the start`}.`;
}

const WHAT: Record<string, string> = {
  surplus: "Extra rows: ",
  partitions: "Keys: ",
  ratio: "Deletes to apply per row: ",
  deletes: "Deletes every read must apply: ",
};

/** The events of the lane in a sentence, for those who cannot see it. */
export function sayEvents(events: readonly SeriesEvent[], say: (at: string) => string): string {
  if (events.length === 0) return "No events on the time axis.";
  const shown = events.slice(0, 12).map(({ at, label }) => `${label} ${say(at)}`);
  const rest = events.length - shown.length;
  return `Events on the time axis: ${shown.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}.`;
}

/** Where a point is among the gaps: the words of the one that begins there, so that the read-out can say why the line stops. */
export function gapAfter(point: ChartPoint, gaps: SeriesMeta["gaps"]): string | null {
  return gaps.find(({ from }) => Date.parse(from) === point.at)?.word ?? null;
}
