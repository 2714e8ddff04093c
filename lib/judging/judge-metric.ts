import type { MetricDeclaration } from "#lib/checks/define-check.ts";
import type { Finding } from "#lib/contracts/finding.ts";
import { limitAbove } from "#lib/judging/bad-above.ts";
import type { ExpectedRange } from "#lib/judging/baseline.ts";
import { expect, mayPass, type LeftOut } from "#lib/judging/expectation.ts";
import { hasLimits, withLimits } from "#lib/checks/with-limits.ts";
import { isNeverRight, judgeLimits, mayJudge, provesGood } from "#lib/judging/limits.ts";
import type { ObservedKey } from "#lib/judging/observed-key.ts";
import type { MetricName } from "#lib/metrics.ts";
import type { Severity } from "#lib/names.ts";

/** A limit that was passed is left behind only below this share of it. */
const CLEAR_SHARE = 0.9;
/** A change is left behind only where less than this share of the way is left to what is not expected any more. */
const CHANGE_CLEAR_SHARE = 0.5;

interface Metric {
  name: MetricName;
  declaration: MetricDeclaration;
}

/** A number beyond a limit, or beyond what its past lets expect. */
export interface Beyond {
  severity: Severity;
  value: number;
  /** The limit that applies; null: judged by the past. */
  limit: number | null;
  /** null: judged by a limit. */
  expected: ExpectedRange | null;
}

/** `accepted`: wrong but for what a person accepts. `quiet`: neither wrong nor, where it was, proven to be well. */
export type MetricJudgment = ({ state: "wrong" | "accepted" } & Beyond) | { state: "near" | "clear" | "quiet" };

/**
 * One number of one key: wrong beyond its limit or, where nobody set one and the metric is judged by its past, beyond what that lets expect,
 * twice in a row if the observations are close. `held` is what an unresolved incident says of it: its range holds on while the past says nothing.
 * What is accepted is not wrong; beyond it, the limits of what no key may have count from there on, so that the next rise is seen. The limit
 * named is the lowest one set where no key may have any, since the first one breaks the promise, else the one that gave the severity. Pure.
 */
export function judgeMetric(
  metric: Metric,
  observed: ObservedKey,
  { leftOut, held }: { leftOut: LeftOut; held: Finding | undefined },
): MetricJudgment {
  const { name, declaration: declared } = metric;
  const { promise, trust, values } = observed;
  const value = values[name];
  if (typeof value !== "number") return { state: "quiet" };
  const level = observed.accepted[name]?.level ?? null;
  const own = withLimits(declared, observed.limits[name]);
  const raised = raise(own, level);
  const beyondLimit = (declaration: MetricDeclaration): Beyond | null => {
    const [passed] = judgeLimits([{ declaration, reading: value }], { promise, trust });
    return passed ? { severity: passed.severity, value, limit: namedLimit(declaration, passed.limit), expected: null } : null;
  };
  const wrong = beyondLimit(raised);
  if (wrong !== null) return { state: "wrong", ...wrong };
  const accepted = level === null ? null : beyondLimit(own);
  if (accepted !== null) return { state: "accepted", ...accepted };
  const isWithin = level !== null && (declared.worse === "lower" ? value >= level : value <= level);
  const expected = expect(metric, observed, leftOut) ?? rangeOf(held);
  if (expected && isUnexpected(declared, value, expected) && mayJudge(declared, trust)) {
    const isSure = held !== undefined || !mayPass(metric, observed, expected);
    return isSure ? { state: isWithin ? "accepted" : "wrong", severity: "warn", value, limit: null, expected } : { state: "near" };
  }
  if (!provesGood(declared, trust)) return { state: "quiet" };
  if (isWithin || !hasLimits(declared, promise)) return { state: "clear" };
  return { state: isNear(raised, value, expected) ? "near" : "clear" };
}

/** From where on a metric is wrong by its limits, the milder of them; null: no limit applies. Pure. */
export function lowestLimit({ name, declaration }: Metric, { limits, accepted }: ObservedKey): number | null {
  return mildest(raise(withLimits(declaration, limits[name]), accepted[name]?.level ?? null));
}

/** The limit that a finding names, or would name at that limit. */
function namedLimit(declaration: MetricDeclaration, reached: number): number {
  return isNeverRight(declaration) ? (mildest(declaration) ?? reached) : reached;
}

function mildest({ warnAt, alertAt, worse }: MetricDeclaration): number | null {
  if (warnAt === null || alertAt === null) return warnAt ?? alertAt;
  return worse === "lower" ? Math.max(warnAt, alertAt) : Math.min(warnAt, alertAt);
}

/** What was expected when a change was found. */
function rangeOf(held: Finding | undefined): ExpectedRange | null {
  return held?.expected ? { ...held.expected, median: (held.expected.low + held.expected.high) / 2 } : null;
}

/** Of what no key may have, limits count from the accepted level on; of all else, a limit within it gives way to the first number beyond it. */
function raise(declaration: MetricDeclaration, level: number | null): MetricDeclaration {
  if (level === null) return declaration;
  const { worse, unit } = declaration;
  const from = (limit: number | null): number | null => {
    if (limit === null) return null;
    if (isNeverRight(declaration)) return limit + level;
    if (worse === "lower") return limit < level ? limit : -limitAbove(-level, unit);
    return limit > level ? limit : limitAbove(level, unit);
  };
  return { ...declaration, warnAt: from(declaration.warnAt), alertAt: from(declaration.alertAt) };
}

function isUnexpected({ worse }: MetricDeclaration, value: number, { low, high }: ExpectedRange): boolean {
  return worse === "lower" ? value < low : worse === "higher" && value > high;
}

function isNear({ worse, warnAt, alertAt }: MetricDeclaration, value: number, expected: ExpectedRange | null): boolean {
  const limit = warnAt ?? alertAt;
  if (limit !== null) return worse === "lower" ? value * CLEAR_SHARE < limit : value >= limit * CLEAR_SHARE;
  if (expected === null) return false;
  const { median, low, high } = expected;
  return worse === "lower" ? value < median - (median - low) * CHANGE_CLEAR_SHARE : value > median + (high - median) * CHANGE_CLEAR_SHARE;
}
