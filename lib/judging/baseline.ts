/** Fewer comparable numbers, and less than a day of them, say nothing about what is usual. */
export const PAST_MIN = 10;
const SPAN_MIN_MS = 86_400_000;
/** Standard deviations, which for a bell curve are 1.4826 times the median absolute deviation. */
const DEVIATIONS = 5 * 1.4826;
/** Where the past hardly moves, a tenth of its median is still no news. */
const SHARE_LEAST = 0.1;
/** At the same time of the day, or of the week: an hour earlier or later. */
const SAME_TIME_MS = 3_600_000;
export const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** What so few numbers of the same time show may widen what is usual; it never narrows it. */
const SAME_TIME_MIN = 2;
/** More than one week has at a time. */
const WEEKS_MIN = 4;

export interface ExpectedRange {
  low: number;
  high: number;
  median: number;
}

export interface PastNumber {
  /** Milliseconds since 1970, as are all times here. */
  at: number;
  value: number;
}

/** The middle of the numbers, the mean of the middle two; null without any. Pure. */
export function medianOf(numbers: readonly number[]): number | null {
  // Sorts many times as fast as a list of numbers does.
  const sorted = Float64Array.from(numbers).sort();
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** What is known of a metric beside its past. */
export interface Asked {
  at: Date;
  /** The smallest difference worth telling. */
  least: number;
  /** Where the metric stands when there is nothing of what it counts. */
  origin?: number;
}

/**
 * What comparable numbers of the past let expect at a time: the median of those at the same time of the day (of all, while these are few) and
 * five standard deviations to both sides, estimated by the median absolute deviation, so that a few bad ones do not widen it; never narrower
 * than `least`, nor than a tenth of the median. What is usual at this time of the week is usual too, even where incidents were opened by it
 * (`leftOut`). null: too few, or of less than a day. Pure.
 */
export function expectedRange(past: readonly PastNumber[], leftOut: readonly PastNumber[], asked: Asked): ExpectedRange | null {
  const moment = asked.at.getTime();
  const spanMs = past.reduce((longest, one) => Math.max(longest, moment - one.at), 0);
  if (past.length < PAST_MIN || spanMs < SPAN_MIN_MS) return null;
  const ofDay = past.filter((one) => isSameTime(moment - one.at, DAY_MS));
  const isSeasoned = ofDay.length >= PAST_MIN;
  const usual = rangeOf(isSeasoned ? ofDay : past, asked);
  const few = isSeasoned ? ofDay.filter((one) => isSameTime(moment - one.at, WEEK_MS)) : ofDay;
  return widen(widen(usual, few, usual), weekly(ofDay, leftOut, { moment, usual }), usual);
}

/** What was so at this time of several weeks and not at the same time of most days, whether or not incidents were opened by it. */
function weekly(
  ofDay: readonly PastNumber[],
  leftOut: readonly PastNumber[],
  { moment, usual }: { moment: number; usual: ExpectedRange },
): PastNumber[] {
  if (leftOut.length === 0) return [];
  const days = [...ofDay, ...leftOut.filter((one) => isSameTime(moment - one.at, DAY_MS))];
  const weeks = days.filter((one) => isSameTime(moment - one.at, WEEK_MS));
  const median = medianOf(days.map(({ value }) => value));
  return weeks.length >= WEEKS_MIN && median !== null && median <= usual.high && median >= usual.low ? weeks : [];
}

/** Whether two moments, the later less the earlier, are at the same time of different days or weeks. Pure. */
export function isSameTime(distanceMs: number, periodMs: number): boolean {
  // Asked of each number of a past: % of such great numbers takes ten times as long.
  const beyond = distanceMs - Math.floor(distanceMs / periodMs) * periodMs;
  return distanceMs > periodMs / 2 && Math.min(beyond, periodMs - beyond) <= SAME_TIME_MS;
}

/** Of one number at least. */
function rangeOf(past: readonly PastNumber[], { least, origin = 0 }: Asked): ExpectedRange {
  const numbers = past.map(({ value }) => value);
  const median = medianOf(numbers) ?? 0;
  const deviation = medianOf(numbers.map((number) => Math.abs(number - median))) ?? 0;
  const reach = Math.max(least, SHARE_LEAST * Math.abs(median - origin), DEVIATIONS * deviation);
  return { low: median - reach, high: median + reach, median };
}

/** A time at which greater numbers are usual has, with them, the greater deviations: as great in proportion as they usually are. */
function widen(range: ExpectedRange, few: readonly PastNumber[], usual: ExpectedRange): ExpectedRange {
  const median = few.length < SAME_TIME_MIN ? null : medianOf(few.map(({ value }) => value));
  if (median === null) return range;
  const reach = (usual.high - usual.median) * Math.max(1, usual.median === 0 ? 1 : Math.abs(median / usual.median));
  return { ...range, low: Math.min(range.low, median - reach), high: Math.max(range.high, median + reach) };
}
