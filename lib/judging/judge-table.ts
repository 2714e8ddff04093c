import { CHECKS, TABLE_WIDE } from "#lib/checks/registry.ts";
import type { Finding } from "#lib/contracts/finding.ts";
import type { AcceptedMetric, Verdict } from "#lib/contracts/verdict.ts";
import type { LeftOut } from "#lib/judging/expectation.ts";
import { concludeCheck, judgeMetrics, listFindings, sayBeyond, type CheckJudgment, type JudgedMetric } from "#lib/judging/judge-check.ts";
import type { ObservedKey } from "#lib/judging/observed-key.ts";
import type { MetricName } from "#lib/metrics.ts";
import type { CheckId } from "#lib/names.ts";

/** All that was observed of a table, and what is known of its incidents. */
export interface TableObserved {
  /** In the table's order; those of the last reading. */
  keys: readonly ObservedKey[];
  /** What the unresolved incident of each check is about. */
  held?: Partial<Record<CheckId, readonly Finding[]>>;
  /** Spans of each check's incidents. */
  leftOut?: Partial<Record<CheckId, LeftOut>>;
  /** False: the first of these is not the first key of its table, so table-wide checks are not its own. */
  isFirst?: boolean;
}

/** A verdict before its findings are dated. */
export type UndatedVerdict = Omit<Verdict, "since" | "findings" | "judgedAfterwards"> & { findings: readonly Finding[] };

export interface TableJudgment {
  /** Of each key, in the order given. */
  verdicts: UndatedVerdict[];
  /** Of each check, for its incident. */
  checks: { check: CheckId; judgment: CheckJudgment }[];
}

/**
 * Judges every metric of every check of a table once: the verdict of each key, and the answer of each check for its incident, which therefore
 * cannot disagree. Table-wide checks count for the first key. Pure.
 */
export function judgeTable({ keys, held = {}, leftOut = {}, isFirst = true }: TableObserved): TableJudgment {
  const judged: JudgedMetric[] = [];
  const checks = CHECKS.map((check) => {
    const table = { keys, held: held[check.id] ?? [], leftOut: leftOut[check.id] ?? [] };
    const metrics = isFirst || !TABLE_WIDE.has(check.id) ? judgeMetrics(check, table) : [];
    judged.push(...metrics);
    return { check: check.id, judgment: concludeCheck(metrics, table) };
  });
  const verdicts = keys.map((observed) =>
    verdictOf(
      observed,
      judged.filter((one) => one.observed === observed),
    ),
  );
  return { verdicts, checks };
}

const SENTENCES_MAX = 2;

/** What all metrics of a key say together. */
function verdictOf(observed: ObservedKey, judged: readonly JudgedMetric[]): UndatedVerdict {
  const findings = listFindings(judged);
  const accepted = judged.flatMap((one) => acceptedOf(one));
  const [worst] = findings;
  const [first] = accepted;
  const shared = { findings, accepted: accepted.map(({ entry }) => entry) };
  if (worst !== undefined) {
    const { severity, metric, value, limit, expected } = worst;
    const sentence = findings
      .slice(0, SENTENCES_MAX)
      .map((finding) => finding.sentence)
      .join(" ");
    return { state: severity === "alert" ? "alert" : "warning", severity, metric, value, limit, expected, sentence, ...shared };
  }
  if (first !== undefined) {
    const { metric, value } = first.entry;
    return {
      state: "accepted",
      severity: null,
      metric,
      value,
      limit: first.limit,
      expected: first.expected,
      sentence: first.sentence,
      ...shared,
    };
  }
  const unknown = whyUnknown(observed, judged);
  const none = { severity: null, metric: null, value: null, limit: null, expected: null, ...shared };
  if (unknown !== null) return { state: "unknown", sentence: unknown, ...none };
  return { state: "ok", sentence: observed.promise === "unique" ? "No duplicates." : "Duplicates expected.", ...none };
}

function acceptedOf(one: JudgedMetric): { entry: AcceptedMetric; limit: number | null; expected: Verdict["expected"]; sentence: string }[] {
  const { judgment, metric, observed } = one;
  const accepted = observed.accepted[metric.name];
  if (judgment.state !== "accepted" || accepted === undefined) return [];
  const { value, limit, expected } = judgment;
  const entry = { metric: metric.name, value, ...accepted };
  return [{ entry, limit, expected: expected && { low: expected.low, high: expected.high }, sentence: sayBeyond(one, judgment) }];
}

/** Why a key in which nothing was found wrong is not known to be well either; null: it is. */
function whyUnknown(observed: ObservedKey, judged: readonly JudgedMetric[]): string | null {
  const { trust, neverWritten, promise, values } = observed;
  if (trust.level === "untrusted") return `Not trusted: ${trust.reasons?.[0] ?? "the numbers contradict the manifests."}`;
  if (neverWritten === true) return "The table has no snapshot yet.";
  const isQuiet = (name: MetricName): boolean => judged.some(({ metric, judgment }) => metric.name === name && judgment.state === "quiet");
  if (promise === "unique" && isQuiet("surplus_rows")) return trust.reasons?.[0] ?? "Duplicates were not counted.";
  return Object.values(values).some((value) => typeof value === "number") ? null : "Nothing could be computed.";
}
