import { CHECKS, listMetrics } from "#lib/checks/registry.ts";
import type { KeySeen } from "#lib/judging/key-verdict.ts";
import { judgeValues } from "#lib/judging/limits.ts";
import type { MetricName, MetricUnit } from "#lib/names.ts";

/** A metric that passed a limit, with the words and numbers that a sentence needs. */
export interface Passed {
  metric: MetricName;
  label: string;
  unit: MetricUnit;
  worse: "higher" | "lower" | "neither";
  value: number;
  limit: number;
  /** The lower of its limits: with it the trouble began. */
  firstLimit: number;
  /** A promise is broken, or a limit that no table should reach is passed. */
  broken: boolean;
  followsDirection: boolean;
}

const METRICS = CHECKS.flatMap(listMetrics);

/** The limits that a key's latest numbers pass, worst first: surplus rows, then what is broken, then the rest, ties in the order of the checks. Pure. */
export function listPassed({ promise, limits, seen }: Pick<KeySeen, "promise" | "limits" | "seen">): Passed[] {
  if (seen === null) return [];
  return judgeValues(METRICS, seen.values, { limits, promise, trust: seen.trust })
    .map(({ metric: { name, declaration }, severity, value, limit }) => ({
      metric: name,
      label: declaration.label,
      unit: declaration.unit,
      worse: declaration.worse,
      value,
      limit,
      firstLimit: Math.min(declaration.warnAt ?? limit, limit),
      broken: severity === "alert" || declaration.limitsNeedPromise === true,
      followsDirection: declaration.followsDirection === true,
    }))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ metric, broken }: Passed): number {
  if (metric === "surplus_rows") return 0;
  return broken ? 1 : 2;
}
