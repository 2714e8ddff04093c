import { listMetrics, TABLE_WIDE, type CHECKS, type MetricReading } from "#lib/checks/registry.ts";
import type { Finding } from "#lib/contracts/finding.ts";
import type { LeftOut } from "#lib/judging/expectation.ts";
import { judgeMetric, type Beyond, type MetricJudgment } from "#lib/judging/judge-metric.ts";
import { isNeverRight } from "#lib/judging/limits.ts";
import type { ObservedKey } from "#lib/judging/observed-key.ts";
import { sayFinding } from "#lib/judging/say-finding.ts";
import type { MetricName } from "#lib/metrics.ts";
import { CHECK_IDS, type CheckId, type FindingKind } from "#lib/names.ts";

type Check = (typeof CHECKS)[number];
type Metric = Pick<MetricReading, "name" | "declaration">;

/**
 * The answer of a check about a table, for its incident. `near` and `unjudgeable` count for neither side; `accepted`: all that was held against
 * the table and is still wrong is accepted. `kept`: what was held and is neither repeated nor cleared.
 */
export type CheckJudgment =
  | { outcome: "finding"; findings: readonly [Finding, ...Finding[]]; kept: readonly Finding[] }
  | { outcome: "accepted"; metrics: readonly { keyId: string; metric: MetricName }[] }
  | { outcome: "near" | "unjudgeable"; kept: readonly Finding[] }
  | { outcome: "good" };

export interface JudgedTable {
  /** In the table's order; those of the last reading. */
  keys: readonly ObservedKey[];
  /** What the check's unresolved incident is about; empty without one. */
  held: readonly Finding[];
  /** Spans of the check's incidents. */
  leftOut: LeftOut;
}

/** One metric of one key with what it was found to be. */
export interface JudgedMetric {
  check: CheckId;
  observed: ObservedKey;
  metric: Metric;
  /** What an unresolved incident says about it. */
  held: Finding | undefined;
  judgment: MetricJudgment;
}

/** Every metric of a check over all keys of a table, each once; a table-wide check is judged by the first key alone. Pure. */
export function judgeMetrics(check: Check, { keys, held, leftOut }: JudgedTable): JudgedMetric[] {
  const isWide = TABLE_WIDE.has(check.id);
  return (isWide ? keys.slice(0, 1) : keys).flatMap((observed) =>
    listMetrics(check).map((metric) => {
      const heldOfIt = held.find((finding) => finding.metric === metric.name && (isWide || finding.key?.id === observed.key.id));
      const judgment = judgeMetric(metric, observed, { leftOut, held: heldOfIt });
      return { check: check.id, observed, metric, held: heldOfIt, judgment };
    }),
  );
}

/**
 * Judges one check over all keys of a table; the worst finding comes first: alerts, broken promises, then the greater number. Pure.
 * Nothing is found by what is untrusted or missing, save a lower bound beyond a limit. It is good once all that was held against the table
 * is proven to be clear of its limit.
 */
export function judgeCheck(check: Check, table: JudgedTable): CheckJudgment {
  return concludeCheck(judgeMetrics(check, table), table);
}

/** The answer of a check, by its metrics. Pure. */
export function concludeCheck(judged: readonly JudgedMetric[], { keys, held }: Pick<JudgedTable, "keys" | "held">): CheckJudgment {
  const [first, ...rest] = listFindings(judged).map((one) => ({
    ...one,
    sentence: keys.length > 1 && one.key !== null ? `Key ${one.key.name}: ${one.sentence}` : one.sentence,
  }));
  const still = judged.flatMap(({ held: finding, judgment: { state } }) =>
    finding !== undefined && (state === "near" || state === "quiet") ? [{ finding, state }] : [],
  );
  const kept = still.map(({ finding }) => finding);
  if (first) return { outcome: "finding", findings: [first, ...rest], kept };
  if (still.some(({ state }) => state === "quiet")) return { outcome: "unjudgeable", kept };
  if (still.length > 0) return { outcome: "near", kept };
  const metrics = judged.flatMap(({ judgment: { state }, observed, metric }) =>
    state === "accepted" ? [{ keyId: observed.key.id, metric: metric.name }] : [],
  );
  if (metrics.length > 0) return { outcome: "accepted", metrics };
  return keys.some(({ trust }) => trust.level === "untrusted") && held.length === 0
    ? { outcome: "unjudgeable", kept: [] }
    : { outcome: "good" };
}

/** What was found wrong, worst first: alerts, broken promises, the order of the checks, then the greater number. Pure. */
export function listFindings(judged: readonly JudgedMetric[]): Finding[] {
  return judged
    .flatMap((one) => (one.judgment.state === "wrong" ? [{ rank: rankOf(one, one.judgment), finding: toFinding(one, one.judgment) }] : []))
    .toSorted((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || a.rank[2] - b.rank[2])
    .map(({ finding }) => finding);
}

/** What is beyond a limit, be it accepted, for a person who reads nothing else. Pure. */
export function sayBeyond({ metric, observed }: JudgedMetric, { value, limit, expected }: Beyond): string {
  const { trust, values, accepted } = observed;
  const level = accepted[metric.name]?.level ?? null;
  return sayFinding(metric, { value, limit, expected }, { direction: trust.direction, values, accepted: level });
}

function rankOf({ check, metric }: JudgedMetric, { severity, value }: Beyond): [number, number, number] {
  return [(severity === "alert" ? 0 : 2) + (isNeverRight(metric.declaration) ? 0 : 1), CHECK_IDS.indexOf(check), -value];
}

function toFinding(one: JudgedMetric, beyond: Beyond): Finding {
  const { check, metric, observed } = one;
  const { name, declaration } = metric;
  const { severity, value, limit, expected } = beyond;
  return {
    check,
    kind: kindOf(name, observed, beyond),
    severity,
    metric: name,
    key: TABLE_WIDE.has(check) ? null : observed.key,
    value,
    bound: declaration.followsDirection === true && observed.trust.direction === "at least" ? "at least" : null,
    limit,
    expected: expected && { low: expected.low, high: expected.high },
    sentence: sayBeyond(one, beyond),
  };
}

/** A key that promises one row each needs no training: the row that first breaks it is a regression. */
function kindOf(name: MetricName, { promise, past }: ObservedKey, { expected }: Beyond): FindingKind {
  if (expected !== null) return "change";
  return name === "surplus_rows" && promise === "unique" && past[0]?.values.surplus_rows === 0 ? "first_surplus" : "limit";
}
