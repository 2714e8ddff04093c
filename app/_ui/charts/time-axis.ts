import { offsetOf, partsOf } from "#lib/time.ts";

/** Times on a horizontal axis. All times in milliseconds since 1970, all lengths in pixels. */

/** Room for the numbers left of every chart, and to the right of the newest point, so that all share one axis. */
export const AXIS_LEFT = 48;
export const AXIS_RIGHT = 10;

export interface TimeScale {
  from: number;
  to: number;
  /** Of the whole chart, the axis's room included. */
  width: number;
}

/** Where a time stands, in pixels from the chart's left edge; outside its range beyond the edges. */
export function xOf({ from, to, width }: TimeScale, at: number): number {
  return AXIS_LEFT + ((at - from) / Math.max(to - from, 1)) * plotWidth(width);
}

/** The time at a distance from the chart's left edge, within the range. */
export function timeAt({ from, to, width }: TimeScale, x: number): number {
  const share = Math.min(1, Math.max(0, (x - AXIS_LEFT) / plotWidth(width)));
  return from + share * (to - from);
}

function plotWidth(width: number): number {
  return Math.max(width - AXIS_LEFT - AXIS_RIGHT, 1);
}

export interface Tick {
  at: number;
  label: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  3 * DAY,
  4 * DAY,
  7 * DAY,
  14 * DAY,
  28 * DAY,
  56 * DAY,
  112 * DAY,
  224 * DAY,
  448 * DAY,
];
const TICK_WIDTH_MIN = 66;
const CHAR_WIDTH = 6;
const LABEL_GAP = 6;

/**
 * Round times of the zone, at least a label's width apart: clocks within days, else days, with the month where it changes and the year where the
 * axis leaves the year of `now`. An axis of clocks alone names the day once. A label without room is empty; a date wins over a clock.
 */
export function listTicks(scale: TimeScale, zone: string, now: Date): Tick[] {
  const { from, to } = scale;
  const years = [from, to - 1, now.getTime()].map((at) => partsOf(new Date(at), zone).year);
  const saysYear = new Set(years).size > 1;
  const most = Math.max(1, plotWidth(scale.width) / TICK_WIDTH_MIN);
  const step = STEPS.find((one) => (to - from) / one <= most) ?? (to - from) / most;
  const ticks: (Tick & { isDate: boolean })[] = [];
  let [month, year] = ["", ""];
  for (const at of roundTimes({ from, to }, step, zone)) {
    const said = say(at, zone, step);
    const isDate = !said.isClock;
    const date = `${said.label}${said.month === month ? "" : ` ${said.month}`}${saysYear && said.year !== year ? ` ${said.year}` : ""}`;
    ticks.push({ at, label: isDate ? date : said.label, isDate });
    if (isDate) [month, year] = [said.month, said.year];
  }
  const [first] = ticks;
  if (first !== undefined && !ticks.some(({ isDate }) => isDate)) {
    const { day, month: of, year: in_ } = partsOf(new Date(first.at), zone);
    ticks[0] = { at: first.at, label: `${day} ${of}${saysYear ? ` ${in_}` : ""}, ${first.label}`, isDate: true };
  }
  return fitLabels(ticks, scale);
}

function* roundTimes({ from, to }: { from: number; to: number }, step: number, zone: string): Generator<number> {
  const offset = offsetOf(from, zone);
  // In the zone's own wall time, so that midnight is midnight on both sides of a change to summer time.
  for (let wall = Math.ceil((from + offset) / step) * step; ; wall += step) {
    const at = wall - offsetOf(wall - offset, zone);
    if (at >= to) return;
    if (at >= from) yield at;
  }
}

function say(at: number, zone: string, step: number): { label: string; month: string; year: string; isClock: boolean } {
  const { weekday, day, month, year, hour, minute } = partsOf(new Date(at), zone);
  if (step < DAY && (hour !== "00" || minute !== "00")) return { label: `${hour}:${minute}`, month, year, isClock: true };
  return { label: step < 7 * DAY ? `${weekday} ${day}` : day, month, year, isClock: false };
}

/** Where a label begins and ends, kept inside the chart. */
export function labelSpan(scale: TimeScale, { at, label }: Tick): [left: number, right: number] {
  const length = label.length * CHAR_WIDTH;
  const left = Math.min(Math.max(xOf(scale, at) - length / 2, 0), Math.max(scale.width - length, 0));
  return [left, left + length];
}

/** Longer labels, which carry a month or a year, go first. */
function fitLabels(ticks: readonly (Tick & { isDate: boolean })[], scale: TimeScale): Tick[] {
  const taken: [number, number][] = [];
  const rank = (tick: Tick & { isDate: boolean }): number => (tick.isDate ? tick.label.length : 0);
  const shown = new Set<Tick>();
  for (const tick of ticks.toSorted((a, b) => rank(b) - rank(a))) {
    const [left, right] = labelSpan(scale, tick);
    if (taken.some(([from, to]) => left < to + LABEL_GAP && right + LABEL_GAP > from)) continue;
    taken.push([left, right]);
    shown.add(tick);
  }
  return ticks.map((tick) => ({ at: tick.at, label: shown.has(tick) ? tick.label : "" }));
}

/** A round number at or above `max` with a round half, for an axis that begins at 0: whole where the axis counts, of thousandths for a `ratio`. */
export function niceTop(max: number, ratio = false): number {
  if (ratio) return niceTop(max * 1000) / 1000;
  if (!(max > 0)) return 2;
  const power = 10 ** Math.floor(Math.log10(max));
  const factors = power === 1 ? [2, 4, 6, 8, 10] : [1, 2, 4, 5, 6, 8, 10];
  return factors.map((factor) => factor * power).find((one) => one >= max) ?? 10 * power;
}

/** What an axis from 0 to `top` names: nothing but 0 where no number is above it. */
export function levelsOf(max: number, top: number): number[] {
  return max > 0 ? [0, top / 2, top] : [0];
}
