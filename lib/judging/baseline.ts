/** Fewer comparable numbers say nothing about what is usual. */
const PAST_MIN = 10;
/** Standard deviations, which for a bell curve are 1.4826 times the median absolute deviation. */
const DEVIATIONS = 5 * 1.4826;
/** Where the past hardly moves, a tenth of its median is still no news. */
const SHARE_LEAST = 0.1;

export interface ExpectedRange {
  low: number;
  high: number;
  median: number;
}

/** The middle of the numbers, the mean of the middle two; null without any. Pure. */
export function medianOf(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/**
 * What comparable numbers of the past let expect: their median and five standard deviations to both sides, estimated by the median absolute
 * deviation, so that a few bad ones do not widen it; never narrower than `least`, nor than a tenth of the median. null: too few. Pure.
 */
export function expectedRange(past: readonly number[], { least }: { least: number }): ExpectedRange | null {
  const median = medianOf(past);
  if (median === null || past.length < PAST_MIN) return null;
  const deviation = medianOf(past.map((number) => Math.abs(number - median))) ?? 0;
  const reach = Math.max(least, SHARE_LEAST * Math.abs(median), DEVIATIONS * deviation);
  return { low: median - reach, high: median + reach, median };
}
