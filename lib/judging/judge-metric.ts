import type { MetricDeclaration } from "#lib/checks/define-check.ts";
import type { ExpectedRange } from "#lib/judging/baseline.ts";
import { expect, mayPass, type LeftOut } from "#lib/judging/expectation.ts";
import type { Finding } from "#lib/judging/finding.ts";
import { isNeverRight, judgeLimits, mayJudge, provesGood, withLimits } from "#lib/judging/limits.ts";
import type { ObservedKey } from "#lib/judging/observed-key.ts";
import type { MetricName, Severity } from "#lib/names.ts";

/** A limit that was passed is left behind only below this share of it. */
const CLEAR_SHARE = 0.9;
/** A change is left behind only where less than this share of the way is left to what is not expected any more. */
const CHANGE_CLEAR_SHARE = 0.5;

/** `quiet`: neither wrong nor, where it was, proven to be well. */
export type MetricJudgement =
  | { state: "wrong"; severity: Severity; value: number; limit: number | null; expected: ExpectedRange | null }
  | { state: "near" | "clear" | "quiet" };

/**
 * One number of one key: wrong beyond its limit or, where nobody set one and the metric is judged by its past, beyond what that lets expect,
 * twice in a row if the observations are close. `held` is what an unresolved incident says of it: its range holds on while the past says nothing.
 * What is accepted is not wrong; beyond it, the limits of what no key may have count from there on, so that the next rise is seen. Pure.
 */
export function judgeMetric(
  { name, declaration: declared }: { name: MetricName; declaration: MetricDeclaration },
  observed: ObservedKey,
  { leftOut, held }: { leftOut: LeftOut; held: Finding | undefined },
): MetricJudgement {
  const { promise, trust, values, limits } = observed;
  const value = values[name];
  if (typeof value !== "number") return { state: "quiet" };
  const accepted = observed.accepted[name] ?? null;
  const declaration = raise(withLimits(declared, limits[name]), accepted);
  const beyond = accepted === null || (declared.worse === "lower" ? value < accepted : value > accepted);
  const [passed] = judgeLimits([{ declaration, reading: value }], { promise, trust });
  if (passed && beyond) return { state: "wrong", severity: passed.severity, value, limit: passed.limit, expected: null };
  const expected = expect({ name, declaration: declared }, observed, leftOut) ?? rangeOf(held);
  if (expected && beyond && isUnexpected(declared, value, expected) && mayJudge(declared, trust)) {
    const isSure = held !== undefined || !mayPass({ name, declaration: declared }, observed, expected);
    return isSure ? { state: "wrong", severity: "warn", value, limit: null, expected } : { state: "near" };
  }
  if (!provesGood(declared, trust)) return { state: "quiet" };
  if (!beyond || (declared.limitsNeedPromise === true && promise === "none")) return { state: "clear" };
  return { state: isNear(declaration, value, expected) ? "near" : "clear" };
}

/** From where on a metric is wrong by its limits, the milder of them; null: no limit holds. Pure. */
export function lowestLimit(
  { name, declaration }: { name: MetricName; declaration: MetricDeclaration },
  { limits, accepted }: ObservedKey,
): number | null {
  const { warnAt, alertAt } = raise(withLimits(declaration, limits[name]), accepted[name] ?? null);
  return warnAt ?? alertAt;
}

/** What was expected when a change was found. */
function rangeOf(held: Finding | undefined): ExpectedRange | null {
  return held?.expected ? { ...held.expected, median: (held.expected.low + held.expected.high) / 2 } : null;
}

function raise(declaration: MetricDeclaration, accepted: number | null): MetricDeclaration {
  if (accepted === null || !isNeverRight(declaration)) return declaration;
  const from = (limit: number | null): number | null => (limit === null ? null : limit + accepted);
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
