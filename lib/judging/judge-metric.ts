import type { MetricDeclaration } from "#lib/checks/define-check.ts";
import type { LimitOverride } from "#lib/contracts/table-definition.ts";
import { expectedRange, type ExpectedRange } from "#lib/judging/baseline.ts";
import { isNeverRight, judgeLimits, mayJudge, provesGood, withLimits } from "#lib/judging/limits.ts";
import type { KeyPromise, MetricName, Severity, TrustDirection, TrustLevel } from "#lib/names.ts";

/** A limit that was passed is left behind only below this share of it. */
const CLEAR_SHARE = 0.9;

/** What an observation saw of one key of a table, and what it is measured against. */
export interface ObservedKey {
  key: { id: string; name: string };
  promise: KeyPromise;
  trust: { level: TrustLevel; direction: TrustDirection | null };
  values: Partial<Record<MetricName, number | null>>;
  /** The table's own limits. */
  limits: Partial<Record<MetricName, LimitOverride>>;
  /** What a person accepts for now. */
  accepted: Partial<Record<MetricName, number>>;
  /** Earlier observations of the same version of the key by the same engine, newest first; none that is untrusted. */
  past: readonly { observedAt: Date; values: Partial<Record<MetricName, number | null>> }[];
}

/** `quiet`: neither wrong nor, where it was, proven to be well. */
export type MetricJudgement =
  | { state: "wrong"; severity: Severity; value: number; limit: number | null; expected: ExpectedRange | null }
  | { state: "near" | "clear" | "quiet" };

/**
 * One number of one key: wrong beyond its limit or, where nobody set one and the metric is judged by its past, beyond what that lets expect.
 * What is accepted is not wrong; beyond it, the limits of what no key may have count from there on, so that the next rise is seen. Pure.
 */
export function judgeMetric(
  { name, declaration: declared }: { name: MetricName; declaration: MetricDeclaration },
  observed: ObservedKey,
  past: readonly number[],
): MetricJudgement {
  const { promise, trust, values, limits } = observed;
  const value = values[name];
  if (typeof value !== "number") return { state: "quiet" };
  const accepted = observed.accepted[name] ?? null;
  const declaration = raise(withLimits(declared, limits[name]), accepted);
  const beyond = accepted === null || (declared.worse === "lower" ? value < accepted : value > accepted);
  const [passed] = judgeLimits([{ declaration, reading: value }], { promise, trust });
  if (passed && beyond) return { state: "wrong", severity: passed.severity, value, limit: passed.limit, expected: null };
  const expected = isJudgedByPast(declared, observed, name) ? expectedRange(past, declared.change ?? { least: 0 }) : null;
  if (expected && beyond && isUnexpected(declared, value, expected) && mayJudge(declared, trust)) {
    return { state: "wrong", severity: "warn", value, limit: null, expected };
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

/** Whether its past judges a metric: in the bad direction alone, where no limit is set. A promised key's duplicates have limits of their own. Pure. */
export function isJudgedByPast(
  declaration: MetricDeclaration,
  { promise, limits }: Pick<ObservedKey, "promise" | "limits">,
  name: MetricName,
): boolean {
  return declaration.change !== undefined && limits[name] === undefined && !(name === "duplicate_factor" && promise === "unique");
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
  return worse === "lower" ? value < median - (median - low) * CLEAR_SHARE : value > median + (high - median) * CLEAR_SHARE;
}
