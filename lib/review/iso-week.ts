import dayjs from "dayjs";
import isoWeek from "dayjs/plugin/isoWeek.js";
import isoWeeksInYear from "dayjs/plugin/isoWeeksInYear.js";
import isLeapYear from "dayjs/plugin/isLeapYear.js";
import utc from "dayjs/plugin/utc.js";
import { isoDay, offsetOf } from "#lib/time.ts";

// Calendar days are reckoned in UTC, where each has 24 hours; what a zone makes of them is said by `lib/time.ts`.
dayjs.extend(utc);
dayjs.extend(isLeapYear);
dayjs.extend(isoWeek);
dayjs.extend(isoWeeksInYear);

const WRITTEN = /^(\d{4})-W(\d{2})$/;
const DAYS = 7;

/** `2026-W48`: the ISO week of the day that a zone's calendar shows at a moment. The year is that of its Thursday. */
export function weekOf(at: Date, zone: string): string {
  const day = dayjs.utc(isoDay(at, zone));
  return `${day.isoWeekYear()}-W${String(day.isoWeek()).padStart(2, "0")}`;
}

/** Whether a text names a week that there is: `2026-W53` does, `2025-W53`, `2026-W00` and `2026-48` do not. */
export function isWeek(text: string): boolean {
  const [, year = "", number = ""] = WRITTEN.exec(text) ?? [];
  return year !== "" && Number(year) >= 1970 && Number(number) >= 1 && Number(number) <= weeksOf(Number(year));
}

/** How many weeks an ISO year has: 52 or 53. */
export function weeksOf(year: number): number {
  return dayjs.utc(`${String(year).padStart(4, "0")}-07-01`).isoWeeksInYear();
}

/** The week and year of a written one. Throws RangeError for what names none. */
export function numberOf(week: string): { year: number; number: number } {
  if (!isWeek(week)) throw new RangeError(`"${week}" is not an ISO week`);
  return { year: Number(week.slice(0, 4)), number: Number(week.slice(6)) };
}

/** The week so many weeks later, or earlier below 0. */
export function shiftWeek(week: string, weeks: number): string {
  return weekOf(dayjs.utc(mondayOf(week)).add(weeks, "week").toDate(), "UTC");
}

/** The days of a week, `2026-11-23` to `2026-11-29`. */
export function daysOf(week: string): string[] {
  const monday = dayjs.utc(mondayOf(week));
  return Array.from({ length: DAYS }, (_, day) => monday.add(day, "day").format("YYYY-MM-DD"));
}

/** `[from, to)`: from Monday 00:00 to the next one by the zone's clock, so an hour more or less in the weeks in which clocks change. */
export function spanOf(week: string, zone: string): { from: Date; to: Date } {
  return { from: startOfDay(mondayOf(week), zone), to: startOfDay(mondayOf(shiftWeek(week, 1)), zone) };
}

function mondayOf(week: string): string {
  const { year, number } = numberOf(week);
  // The 4th of January lies in week 1, always.
  return dayjs
    .utc(`${year}-01-04`)
    .startOf("isoWeek")
    .add(number - 1, "week")
    .format("YYYY-MM-DD");
}

/** When a day, `2026-11-30`, begins by the zone's clock. */
export function startOfDay(day: string, zone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`);
  // Twice: where the clocks change in between, the first guess has the other side's offset.
  const guess = wall - offsetOf(wall, zone);
  return new Date(wall - offsetOf(guess, zone));
}
