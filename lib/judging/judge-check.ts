import { listMetrics, type CHECKS, type MetricReading } from "#lib/checks/registry.ts";
import type { LeftOut } from "#lib/judging/expectation.ts";
import type { Finding } from "#lib/judging/finding.ts";
import { judgeMetric, type MetricJudgement } from "#lib/judging/judge-metric.ts";
import { isNeverRight } from "#lib/judging/limits.ts";
import type { ObservedKey } from "#lib/judging/observed-key.ts";
import { sayLimit } from "#lib/judging/say-limit.ts";
import type { CheckId, FindingKind, MetricName } from "#lib/names.ts";
import { formatMetric } from "#lib/units.ts";

type Check = (typeof CHECKS)[number];
type Metric = Pick<MetricReading, "name" | "declaration">;

/** The answer of a check about a table, for its incident. `near` and `unjudgeable` count for neither side. */
export type CheckJudgement =
  | { outcome: "finding"; findings: readonly [Finding, ...Finding[]]; kept: readonly Finding[] }
  | { outcome: "good" | "near" | "unjudgeable" };

export interface JudgedTable {
  /** In the table's order; those of the last reading. */
  keys: readonly ObservedKey[];
  /** What the check's unresolved incident is about; empty without one. */
  held: readonly Finding[];
  /** Spans of the check's incidents. */
  leftOut: LeftOut;
}

/** Their numbers are those of the table, whatever the key. */
export const TABLE_WIDE: ReadonlySet<CheckId> = new Set<CheckId>(["delete_backlog", "freshness"]);

/**
 * Judges one check over all keys of a table; the worst finding comes first: alerts, broken promises, then the greater number. Pure.
 * Nothing is found by what is untrusted or missing, save a lower bound beyond a limit. It is good once all that was held against the table
 * is proven to be clear of its limit.
 */
export function judgeCheck(check: Check, { keys, held, leftOut }: JudgedTable): CheckJudgement {
  const isWide = TABLE_WIDE.has(check.id);
  const judged = (isWide ? keys.slice(0, 1) : keys).flatMap((observed) =>
    listMetrics(check).map((metric) => {
      const heldOfIt = held.find((finding) => finding.metric === metric.name && (isWide || finding.key?.id === observed.key.id));
      return { observed, metric, heldOfIt, judgement: judgeMetric(metric, observed, { leftOut, held: heldOfIt }) };
    }),
  );
  const findings = judged
    .flatMap(({ observed, metric, judgement }) =>
      judgement.state === "wrong"
        ? [{ rank: rankOf(metric, judgement), finding: toFinding(check.id, { metric, observed, judgement, isWide, of: keys.length }) }]
        : [],
    )
    .toSorted((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1])
    .map(({ finding }) => finding);
  const stillHeld = judged.flatMap(({ heldOfIt, judgement: { state } }) =>
    heldOfIt !== undefined && (state === "near" || state === "quiet") ? [{ finding: heldOfIt, state }] : [],
  );
  const [first, ...rest] = findings;
  if (first) return { outcome: "finding", findings: [first, ...rest], kept: stillHeld.map(({ finding }) => finding) };
  if (stillHeld.some(({ state }) => state === "quiet")) return { outcome: "unjudgeable" };
  if (stillHeld.length > 0) return { outcome: "near" };
  return { outcome: keys.some(({ trust }) => trust.level === "untrusted") && held.length === 0 ? "unjudgeable" : "good" };
}

type Wrong = Extract<MetricJudgement, { state: "wrong" }>;

function rankOf({ declaration }: Metric, { severity, value }: Wrong): [number, number] {
  return [(severity === "alert" ? 0 : 2) + (isNeverRight(declaration) ? 0 : 1), -value];
}

function toFinding(
  check: CheckId,
  { metric, observed, judgement, isWide, of }: { metric: Metric; observed: ObservedKey; judgement: Wrong; isWide: boolean; of: number },
): Finding {
  const { name, declaration } = metric;
  const { severity, value, limit, expected } = judgement;
  const { trust, key, accepted } = observed;
  return {
    check,
    kind: kindOf(name, observed, judgement),
    severity,
    metric: name,
    key: isWide ? null : key,
    value,
    bound: declaration.followsDirection === true && trust.direction === "at least" ? "at least" : null,
    limit,
    expected: expected && { low: expected.low, high: expected.high },
    sentence: [
      of > 1 && !isWide ? `Key ${key.name}: ` : "",
      say(metric, observed, judgement),
      accepted[name] === undefined ? "" : ` Accepted: ${formatMetric(accepted[name], declaration.unit)}.`,
    ].join(""),
  };
}

/** A key that promises one row each needs no training: the row that first breaks it is a regression. */
function kindOf(name: MetricName, { promise, past }: ObservedKey, { expected }: Wrong): FindingKind {
  if (expected !== null) return "change";
  return name === "surplus_rows" && promise === "unique" && past[0]?.values.surplus_rows === 0 ? "first_surplus" : "limit";
}

function say({ name, declaration }: Metric, { trust, values }: ObservedKey, { value, limit, expected }: Wrong): string {
  if (limit !== null) return sayLimit({ name, declaration }, { value, limit }, { direction: trust.direction, values });
  const { label, unit, worse } = declaration;
  const usual =
    expected === null
      ? ""
      : worse === "lower"
        ? `at least ${formatMetric(expected.low, unit)}`
        : `at most ${formatMetric(expected.high, unit)}`;
  return `${label}: ${formatMetric(value, unit)}, by its past ${usual} is usual.`;
}
