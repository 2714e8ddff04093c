import { hasLimits } from "#lib/checks/with-limits.ts";
import type { KeyPromise, Severity, TrustDirection, TrustLevel } from "#lib/names.ts";

interface Limits {
  worse: "higher" | "lower" | "neither";
  warnAt: number | null;
  alertAt: number | null;
  limitsNeedPromise?: true;
  limitsNeedNoPromise?: true;
  followsDirection?: true;
}

interface Judgeable {
  declaration: Limits;
  reading: number | { notComputed: string };
}

interface Circumstances {
  promise: KeyPromise;
  trust: { level: TrustLevel; direction: TrustDirection | null };
}

/** A metric that passed a limit. */
export interface LimitPassed<T> {
  metric: T;
  severity: Severity;
  value: number;
  limit: number;
}

/**
 * The metrics that are at or beyond their absolute limits, in the order given; history plays no part.
 * Judged is what the trust allows: every number of an exact or partial run, but never an upper bound ("at most" proves no excess); of an
 * untrusted run only a lower bound ("at least") of what is worse when higher. Limits that need a promised key are skipped without one, and those that need none with one.
 */
export function judgeLimits<T extends Judgeable>(metrics: readonly T[], { promise, trust }: Circumstances): LimitPassed<T>[] {
  return metrics.flatMap((metric) => {
    const { declaration, reading } = metric;
    if (typeof reading !== "number" || !hasLimits(declaration, promise) || !mayJudge(declaration, trust)) return [];
    const passed = passedLimit(declaration, reading);
    return passed === null ? [] : [{ metric, value: reading, ...passed }];
  });
}

/** Whether a number beyond its limit is beyond it in truth, by the trust of its run. Pure. */
export function mayJudge(
  { worse, followsDirection }: Pick<Limits, "worse" | "followsDirection">,
  { level, direction }: Circumstances["trust"],
): boolean {
  const bound = followsDirection ? direction : null;
  if (level === "untrusted") return bound === "at least" && worse === "higher";
  if (bound === null) return true;
  return bound === (worse === "lower" ? "at most" : "at least");
}

/** Whether a number within its limit is within it in truth: a lower bound of what is worse when higher proves nothing. Pure. */
export function provesGood(
  { worse, followsDirection }: Pick<Limits, "worse" | "followsDirection">,
  { level, direction }: Circumstances["trust"],
): boolean {
  const bound = followsDirection ? direction : null;
  if (bound === null) return level !== "untrusted";
  return bound === (worse === "lower" ? "at least" : "at most");
}

/** Whether no key may have it, be it by its promise or at all: beyond the limit something is broken, and not only left to do. Pure. */
export function isNeverRight({ limitsNeedPromise, neverMeant }: { limitsNeedPromise?: true; neverMeant?: true }): boolean {
  return limitsNeedPromise === true || neverMeant === true;
}

function passedLimit({ worse, warnAt, alertAt }: Limits, value: number): { severity: Severity; limit: number } | null {
  const passes = (limit: number): boolean => (worse === "lower" ? value <= limit : value >= limit);
  if (alertAt !== null && passes(alertAt)) return { severity: "alert", limit: alertAt };
  if (warnAt !== null && passes(warnAt)) return { severity: "warn", limit: warnAt };
  return null;
}
