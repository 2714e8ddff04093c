import { deleteBacklog } from "#lib/checks/delete-backlog.ts";
import type { LimitOverride } from "#lib/contracts/table-definition.ts";
import type { KeyPromise, MetricName, TrustDirection, TrustLevel } from "#lib/names.ts";
import { boundSign, formatAge, formatCount, formatFactor, formatRatio } from "#lib/units.ts";
import type { Verdict } from "#lib/contracts/verdict.ts";
import { showMetric } from "#lib/judging/shown-metric.ts";

type Values = Partial<Record<MetricName, number | null>>;

export interface StatsInput {
  promise: KeyPromise;
  values: Values;
  /** The same a week before; null: no snapshot of then was read. */
  before: Values | null;
  notComputed: Partial<Record<MetricName, string>>;
  /** On the snapshot that is shown; null: it was never judged. */
  verdict: Verdict | null;
  trust: { level: TrustLevel; direction: TrustDirection | null } | null;
  /** Of `before`. */
  trustBefore: StatsInput["trust"];
  limits: Partial<Record<MetricName, LimitOverride>>;
}

/** One of the six numbers; without a value the reason stands in its place. */
export interface StatView {
  metric: MetricName;
  label: string;
  value: string | null;
  reason: string | null;
  /** Its change, its limit, what it is of. */
  note: string;
  tone: "plain" | "alert" | "warning" | "accepted" | "doubt";
}

interface Shape {
  metric: MetricName;
  label: string;
  format: (value: number) => string;
  /** How a change is said: as a difference, or as what it was. */
  change: "difference" | "was" | "none";
  counted: boolean;
}

const SHAPES: readonly Shape[] = [
  { metric: "surplus_rows", label: "Surplus rows", format: formatCount, change: "difference", counted: true },
  { metric: "duplicated_keys", label: "Duplicated keys", format: formatCount, change: "difference", counted: true },
  { metric: "duplicate_factor", label: "Duplicate factor", format: formatFactor, change: "was", counted: true },
  { metric: "multi_partition_keys", label: "Keys in 2+ partitions", format: formatCount, change: "difference", counted: true },
  { metric: "delete_ratio", label: "Delete ratio", format: formatRatio, change: "was", counted: false },
  { metric: "source_lag_seconds", label: "Newest row", format: (seconds) => formatAge(seconds * 1000), change: "none", counted: false },
];

/** The six numbers of a table's page, in order. Pure. */
export function viewStats(input: StatsInput): StatView[] {
  return SHAPES.map((shape) => {
    const { metric, label, format } = shape;
    const value = input.values[metric] ?? null;
    const reason = value === null ? (input.notComputed[metric] ?? "It was not computed at this snapshot.") : null;
    const note = value === null ? "" : [sayChange(shape, value, input), sayOf(shape, input)].filter((part) => part !== "").join(", ");
    return {
      metric,
      label,
      value: value === null ? null : `${boundOf(shape, input)}${format(value)}`,
      reason,
      note,
      tone: toneOf(shape, value, input),
    };
  });
}

function boundOf({ metric, counted }: Shape, { trust }: StatsInput): string {
  return counted && metric !== "duplicate_factor" ? boundSign(trust?.direction ?? null) : "";
}

function sayChange({ metric, change, counted, format }: Shape, value: number, { before, trust, trustBefore }: StatsInput): string {
  if (change === "none") return "";
  // The difference of two bounds is none.
  const isVague = [trust, trustBefore].some((one) => one != null && (one.level === "untrusted" || one.direction !== null));
  if (counted && isVague && before?.[metric] != null) return "change not known";
  const then = before?.[metric];
  if (then == null) return "no number 7 d ago";
  if (then === value) return change === "was" ? "unchanged" : "unchanged in 7 d";
  if (change === "was") return `was ${format(then)}`;
  return `${value > then ? "+" : ""}${format(value - then)} in 7 d`;
}

function sayOf({ metric }: Shape, { values, limits, promise, verdict }: StatsInput): string {
  if (metric === "duplicated_keys" && values.distinct_keys != null) return `of ${formatCount(values.distinct_keys)}`;
  if (metric === "surplus_rows" && promise === "none") return "not judged";
  const { tone, limit: crossed } = showMetric(verdict, metric, values[metric]);
  if (metric === "delete_ratio") {
    if (tone === "accepted" && crossed !== null) return `${formatRatio(crossed)} accepted`;
    if (crossed !== null) return `limit ${formatRatio(crossed)}`;
    const limit = limits.delete_ratio?.warnAt === undefined ? DELETE_RATIO_LIMIT : limits.delete_ratio.warnAt;
    return limit === null ? "" : `limit ${formatRatio(limit)}`;
  }
  if (metric !== "source_lag_seconds") return "";
  if (crossed !== null) return `old, limit ${formatAge(crossed * 1000)}`;
  const limit = limits.source_lag_seconds?.warnAt ?? null;
  return limit === null ? "old" : `old, limit ${formatAge(limit * 1000)}`;
}

/** As the check declares it, where the table sets no other. */
const DELETE_RATIO_LIMIT = deleteBacklog.metrics.delete_ratio.warnAt;

function toneOf({ metric, counted }: Shape, value: number | null, { verdict, trust }: StatsInput): StatView["tone"] {
  const { tone } = showMetric(verdict, metric, value);
  return tone === "plain" && value !== null && counted && trust?.level === "untrusted" ? "doubt" : tone;
}
