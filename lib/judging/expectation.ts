import type { MetricDeclaration } from "#lib/checks/define-check.ts";
import { DAY_MS, expectedRange, isSameTime, PAST_MIN, type ExpectedRange, type PastNumber } from "#lib/judging/baseline.ts";
import type { ObservedKey } from "#lib/judging/observed-key.ts";
import { growsWith, type MetricName } from "#lib/metrics.ts";

/** How far the past that is compared with reaches back. */
export const PAST_DAYS = 28;
/** A change is news when two observations in a row show it, if they are so close that one more costs no time. */
const AGAIN_WITHIN_MS = 3 * 3_600_000;

interface Metric {
  name: MetricName;
  declaration: MetricDeclaration;
}

/** Spans in which numbers say nothing about what is usual: `[from, to)`; null: to this day. */
export type LeftOut = readonly { from: Date; to: Date | null }[];

/** Whether a number is held against its past: a metric that says so, where the table sets no limit. A promised key's duplicates have limits. Pure. */
export function isJudgedByPast({ name, declaration }: Metric, { promise, limits }: Pick<ObservedKey, "promise" | "limits">): boolean {
  return declaration.change !== undefined && limits[name] === undefined && !(name === "duplicate_factor" && promise === "unique");
}

/** What the past lets expect of a number that is judged by it; null: it is not, or there is too little. Pure. */
export function expect({ name, declaration }: Metric, observed: ObservedKey, leftOut: LeftOut): ExpectedRange | null {
  if (!isJudgedByPast({ name, declaration }, observed)) return null;
  const { past, observedAt } = observed;
  const { least = 0, origin = 0 } = declaration.change ?? {};
  const asked = { at: observedAt, least, origin };
  // Most of the past is of other hours, which only count while there are few of this one.
  const ofHour = past.filter((one) => isSameTime(observedAt.getTime() - one.observedAt.getTime(), DAY_MS));
  const near = numbersOf({ name, declaration }, { ...observed, past: ofHour }, leftOut);
  const { usual, excluded } = near.usual.length >= PAST_MIN ? near : numbersOf({ name, declaration }, observed, leftOut);
  return expectedRange(usual, excluded, asked);
}

/** Whether a change may be the passing thing of one observation: the one before it, which was not long ago, was as usual. Pure. */
export function mayPass({ name, declaration }: Metric, { past, observedAt }: ObservedKey, { low, high }: ExpectedRange): boolean {
  const [before] = past;
  const value = before?.values[name];
  if (before === undefined || typeof value !== "number") return false;
  if (observedAt.getTime() - before.observedAt.getTime() > AGAIN_WITHIN_MS) return false;
  return declaration.worse === "lower" ? value >= low : value <= high;
}

/** Numbers of a table that was smaller, as large as they would be in one of this size; those in incidents that are over apart. */
function numbersOf({ name, declaration }: Metric, { past, values }: ObservedKey, leftOut: LeftOut) {
  const per = growsWith(declaration);
  const sizeNow = per === undefined ? null : values[per];
  const spans = leftOut.map(({ from, to }) => ({ from: from.getTime(), to: to?.getTime() ?? Number.POSITIVE_INFINITY }));
  const usual: PastNumber[] = [];
  const excluded: PastNumber[] = [];
  for (const { observedAt, values: then } of past) {
    const number = then[name];
    if (typeof number !== "number") continue;
    const at = observedAt.getTime();
    const sizeThen = per === undefined ? null : then[per];
    const value = sizeNow && sizeThen ? number * Math.max(1, sizeNow / sizeThen) : number;
    const span = spans.find(({ from, to }) => at >= from && at < to);
    if (span === undefined) usual.push({ at, value });
    // What goes on now shows no season: it would call itself usual.
    else if (span.to !== Number.POSITIVE_INFINITY) excluded.push({ at, value });
  }
  return { usual, excluded };
}
