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
];
const TICK_WIDTH_MIN = 66;

/** Round times of the zone, at least a label's width apart: clocks within days, else days, the month with the first and where it changes. */
export function listTicks(scale: TimeScale, zone: string): Tick[] {
  const { from, to } = scale;
  const most = Math.max(1, plotWidth(scale.width) / TICK_WIDTH_MIN);
  const step = STEPS.find((one) => (to - from) / one <= most) ?? (to - from) / most;
  const offset = offsetOf(from, zone);
  const ticks: Tick[] = [];
  let month = "";
  // In the zone's own wall time, so that midnight is midnight on both sides of a change to summer time.
  for (let wall = Math.ceil((from + offset) / step) * step; ; wall += step) {
    const at = wall - offsetOf(wall - offset, zone);
    if (at >= to) return ticks;
    if (at < from) continue;
    const said = say(at, zone, step);
    ticks.push({ at, label: said.month === month ? said.label : `${said.label}${said.isClock ? "" : ` ${said.month}`}` });
    if (!said.isClock) month = said.month;
  }
}

function say(at: number, zone: string, step: number): { label: string; month: string; isClock: boolean } {
  const { weekday, day, month, hour, minute } = partsOf(new Date(at), zone);
  if (step < DAY && (hour !== "00" || minute !== "00")) return { label: `${hour}:${minute}`, month, isClock: true };
  return { label: step < 7 * DAY ? `${weekday} ${day}` : day, month, isClock: false };
}

/** A round number at or above `max` that has a round half: the top of an axis that begins at 0. */
export function niceTop(max: number): number {
  if (!(max > 0)) return 2;
  const power = 10 ** Math.floor(Math.log10(max));
  const top = [1, 2, 4, 5, 6, 8, 10].map((factor) => factor * power).find((one) => one >= max) ?? 10 * power;
  return Math.max(top, 2);
}
