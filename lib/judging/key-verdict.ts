import type { MetricDeclaration } from "#lib/checks/define-check.ts";
import { CHECKS, listMetrics } from "#lib/checks/registry.ts";
import type { LimitOverride } from "#lib/contracts/table-definition.ts";
import { VERDICT_STATES, type VerdictState } from "#lib/contracts/verdict.ts";
import { isNeverRight, judgeValues, type LimitPassed } from "#lib/judging/limits.ts";
import { sayFinding } from "#lib/judging/say-finding.ts";
import type { KeyPromise, MetricName, RunState, TrustDirection, TrustLevel } from "#lib/names.ts";
import { formatAge } from "#lib/units.ts";

/** What is known of one key of a table. */
export interface KeySeen {
  promise: KeyPromise;
  limits: Partial<Record<MetricName, LimitOverride>>;
  /** The latest observation; null before the first. */
  seen: {
    /** null: the table was never written. */
    snapshotId: string | null;
    trust: { level: TrustLevel; direction: TrustDirection | null; reasons: readonly string[] };
    values: Partial<Record<MetricName, number | null>>;
  } | null;
  /** How long an observation has been missing; null: none is. */
  overdueMs: number | null;
  /** Why nothing can be seen of the table now, a sentence: its catalog is ill. null: it can. */
  waits?: string | null;
  /** Nothing new is due. */
  paused: boolean;
  lastRun: { state: RunState; errorMessage: string | null } | null;
}

export interface KeyVerdict {
  state: VerdictState;
  /** What is wrong and how much, for a person who reads nothing else. */
  sentence: string;
}

/**
 * How a key stands, by its latest numbers and their limits. Pure. What is wrong stays wrong while no newer number says otherwise; what was
 * fine is not known any more once an observation is missing, the table's catalog is ill, the last run failed, or the numbers are not to be
 * trusted.
 */
export function judgeKey(key: KeySeen): KeyVerdict {
  const { seen, overdueMs, paused, lastRun, promise } = key;
  const waits = paused ? null : (key.waits ?? null);
  if (seen === null && waits !== null) return { state: "unknown", sentence: waits };
  if (seen === null)
    return { state: "unknown", sentence: paused ? "Paused before its first observation." : sayFirstWait(lastRun, overdueMs) };
  const passed = passedLimits(key, seen);
  const worst = passed[0];
  if (worst !== undefined) {
    const sentence = passed
      .slice(0, 2)
      .map(({ metric, value, limit, broken }) =>
        sayFinding(
          metric,
          { value, limit: (broken ? metric.declaration.warnAt : null) ?? limit, expected: null },
          { direction: seen.trust.direction, values: seen.values, accepted: null },
        ),
      )
      .join(" ");
    return { state: worst.broken ? "alert" : "warning", sentence };
  }
  if (seen.trust.level === "untrusted") {
    return { state: "unknown", sentence: `Not trusted: ${seen.trust.reasons[0] ?? "the reading contradicts the manifests."}` };
  }
  if (waits !== null) return { state: "unknown", sentence: waits };
  if (lastRun?.state === "failed")
    return { state: "unknown", sentence: `The last run failed: ${lastRun.errorMessage ?? "no reason was kept."}` };
  if (overdueMs !== null) return { state: "unknown", sentence: `No observation for ${formatAge(overdueMs)} after it was due.` };
  if (seen.snapshotId === null) return { state: "unknown", sentence: "Never written: the table has no snapshot yet." };
  return { state: "ok", sentence: promise === "unique" ? "No duplicates." : "Duplicates expected." };
}

/** The gravest of several; `ok` when there is none. */
export function worstState(states: readonly VerdictState[]): VerdictState {
  return VERDICT_STATES.find((state) => states.includes(state)) ?? "ok";
}

interface Passed extends LimitPassed<{ name: MetricName; declaration: MetricDeclaration; reading: number }> {
  /** The promise of the key does not hold, or there is what no table is meant to have. A limit of work left to do, however grave, breaks nothing. */
  broken: boolean;
}

const METRICS = CHECKS.flatMap(listMetrics);

/** The limits passed, worst first, ties in the order of the checks. */
function passedLimits({ promise, limits }: KeySeen, { trust, values }: NonNullable<KeySeen["seen"]>): Passed[] {
  return judgeValues(METRICS, values, { limits, promise, trust })
    .map((one) => ({ ...one, broken: isNeverRight(one.metric.declaration) }))
    .toSorted((a, b) => Number(b.broken) - Number(a.broken) || Number(b.severity === "alert") - Number(a.severity === "alert"));
}

function sayFirstWait(lastRun: KeySeen["lastRun"], overdueMs: number | null): string {
  if (lastRun?.state === "failed") return `No result yet: ${lastRun.errorMessage ?? "the first run failed."}`;
  if (lastRun?.state === "running") return "Being read for the first time.";
  return overdueMs === null ? "Waiting for its first observation." : `Its first observation is ${formatAge(overdueMs)} late.`;
}
