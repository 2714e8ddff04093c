import type { QuietHours } from "#lib/contracts/notification-settings.ts";
import type { Severity } from "#lib/names.ts";
import { offsetOf } from "#lib/time.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Spans that follow on one another, such as whole days, are one: at most a week of them is looked through. */
const SPANS_MAX = 8;

/**
 * When a channel may be told of something of this severity that comes at `at`: at once, or when its quiet hours end. By the clock of their
 * zone; where that clock shows an hour twice, a span begins with the first and ends with the second. Pure.
 */
export function tellableFrom(quiet: QuietHours | null, severity: Severity, at: Date): Date {
  if (quiet === null || quiet.but.includes(severity)) return at;
  let from = at;
  for (let spans = 0; spans < SPANS_MAX; spans++) {
    const end = endOfSpan(quiet, from);
    if (end === null) return from;
    from = end;
  }
  return from;
}

/** The end of the span that a moment lies in; null: it lies in none. */
function endOfSpan({ from, to, days, timeZone }: QuietHours, at: Date): Date | null {
  const day = Math.floor((at.getTime() + offsetOf(at.getTime(), timeZone)) / DAY_MS);
  const [begins, ends] = [millisOf(from), millisOf(to)];
  let found: Date | null = null;
  for (const first of [day - 1, day]) {
    if (!days.includes(weekdayOf(first))) continue;
    const begin = instantsOf(first * DAY_MS + begins, timeZone).first;
    const end = instantsOf((ends > begins ? first : first + 1) * DAY_MS + ends, timeZone).last;
    if (begin <= at && at < end && (found === null || end > found)) found = end;
  }
  return found;
}

/** Days are counted from 1970, which began on a Thursday. */
function weekdayOf(day: number): number {
  return ((day + 3) % 7) + 1;
}

/**
 * When a zone's clock shows a time: twice where it is set back, the first and the last; where it is set forward and the time does not come,
 * as much later as the clock jumps. `wall`: as milliseconds since 1970 were the zone's clock UTC.
 */
function instantsOf(wall: number, timeZone: string): { first: Date; last: Date } {
  const guesses = [wall - offsetOf(wall - DAY_MS, timeZone), wall - offsetOf(wall + DAY_MS, timeZone)];
  const shown = guesses.filter((guess) => guess + offsetOf(guess, timeZone) === wall);
  const times = shown.length > 0 ? shown : [Math.max(...guesses)];
  return { first: new Date(Math.min(...times)), last: new Date(Math.max(...times)) };
}

function millisOf(timeOfDay: string): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(":").map(Number);
  return (hours * 60 + minutes) * MINUTE_MS;
}
