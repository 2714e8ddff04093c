import { niceTop } from "#app/_ui/charts/time-axis.ts";
import type { ReviewView } from "#lib/contracts/review.ts";
import { startOfDay } from "#lib/review/iso-week.ts";
import { isoDay, partsOf } from "#lib/time.ts";
import { formatTick } from "#lib/units.ts";

/** Of the whole picture, of the plot inside it, and of its text, in its own units. */
export interface ChartSize {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The largest that its text gets. */
  text: number;
}

export const PANEL_SIZE: ChartSize = { width: 312, height: 160, left: 44, right: 4, top: 20, bottom: 22, text: 13 };
/** For a projector: at least 24 px wherever half of the screen is 620 px wide or more. */
export const SLIDE_SIZE: ChartSize = { width: 620, height: 340, left: 92, right: 8, top: 34, bottom: 44, text: 26 };

/** With a half that one decimal can say. */
const RATIO_TOPS = [0.2, 0.4, 0.6, 0.8, 1];

/** Room for one and a half "Wed 30", in units of the text's size: the first label begins at its day, the others are centered. */
const LABEL_EM = 5.5;

/** The chart as paths and labels. */
export interface ChartView {
  top: number;
  /** Stretches of known numbers, each a path of straight lines; and the area below each. */
  lines: string[];
  areas: string[];
  /** A known number between two gaps. */
  dots: { x: number; y: number }[];
  gaps: { x: number; width: number }[];
  ticks: { x: number; label: string; isLabelled: boolean }[];
  levels: { y: number; label: string }[];
  /** Where this week begins. */
  weekX: number;
  /** Where what is told ends; beyond it nothing is known yet. */
  endX: number;
}

/** What a chart of two weeks shows, by the team's clock; the labels of its days never touch. Pure. */
export function viewChart(
  {
    chart,
    from,
    asOf,
    timeZone: { name: zone },
  }: Pick<ReviewView, "from" | "asOf" | "timeZone"> & { chart: Omit<ReviewView["chart"], "everyHours"> },
  size: ChartSize,
): ChartView {
  const [start, end] = [Date.parse(chart.from), Date.parse(chart.to)];
  const most = Math.max(0, ...chart.points.map(({ value }) => value ?? 0));
  // Below 1 it is a ratio.
  const top = (most > 0 && RATIO_TOPS.find((one) => one >= most)) || niceTop(most);
  const plotWidth = size.width - size.left - size.right;
  const round = (at: number) => Math.round(at * 10) / 10;
  const x = (at: number) => round(size.left + ((at - start) / (end - start)) * plotWidth);
  const y = (value: number) => round(size.top + (1 - value / top) * (size.height - size.top - size.bottom));
  const stretches: { x: number; y: number }[][] = [[]];
  const gaps: ChartView["gaps"] = [];
  for (const [place, { at, value }] of chart.points.entries()) {
    const here = Date.parse(at);
    if (value !== null) {
      stretches.at(-1)?.push({ x: x(here), y: y(value) });
      continue;
    }
    stretches.push([]);
    const next = chart.points[place + 1];
    if (next === undefined) continue;
    const width = round(x(Date.parse(next.at)) - x(here));
    const last = gaps.at(-1);
    if (last !== undefined && Math.abs(last.x + last.width - x(here)) < 0.3) last.width = round(last.width + width);
    else gaps.push({ x: x(here), width });
  }
  const days = listDays(start, end, zone);
  const every = Math.ceil((LABEL_EM * size.text * days.length) / plotWidth);
  const known = stretches.filter((stretch) => stretch.length > 0);
  const long = known.filter((stretch) => stretch.length > 1);
  const path = (stretch: { x: number; y: number }[]) => `M${stretch.map((point) => `${point.x} ${point.y}`).join("L")}`;
  return {
    top,
    lines: long.map(path),
    areas: long.map((stretch) => `${path(stretch)}V${y(0)}H${stretch[0]?.x ?? 0}Z`),
    dots: known.flatMap((stretch) => (stretch.length === 1 ? stretch : [])),
    gaps,
    ticks: days.map(({ at, label }, place) => ({ x: x(at), label, isLabelled: place % every === 0 && x(at) < size.width - size.text * 2 })),
    levels: [0, top / 2, top].map((value) => ({ y: y(value), label: formatTick(value) })),
    weekX: x(Date.parse(from)),
    endX: x(Date.parse(asOf)),
  };
}

/** Where the days of the zone begin; the page's title says the months. */
function listDays(start: number, end: number, zone: string): { at: number; label: string }[] {
  const days: { at: number; label: string }[] = [];
  for (let at = start; at < end;) {
    const { weekday, day } = partsOf(new Date(at), zone);
    days.push({ at, label: `${weekday} ${day}` });
    // 36 hours on is the next day in every zone, whatever the clocks do.
    at = startOfDay(isoDay(new Date(at + 36 * 3_600_000), zone), zone).getTime();
  }
  return days;
}
