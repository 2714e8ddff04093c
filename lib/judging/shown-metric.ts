import type { Verdict } from "#lib/contracts/verdict.ts";
import type { MetricName } from "#lib/metrics.ts";

/** How the number of one metric is colored. */
type MetricTone = "plain" | "alert" | "warning" | "accepted";

/** What a stored verdict says about one metric. */
export interface ShownMetric {
  tone: MetricTone;
  /** The limit that it crossed, as the finding names it, or the accepted level; null: neither. */
  limit: number | null;
}

/** They have no limit of their own: where the key must be unique, the extra rows behind them are judged. */
const BY_SURPLUS: ReadonlySet<MetricName> = new Set<MetricName>(["duplicated_keys", "multi_partition_keys"]);

/** The color and the limit of a metric's number, by the verdict on its observation and nothing else. `verdict` null: not judged. Pure. */
export function showMetric(
  verdict: Pick<Verdict, "findings" | "accepted"> | null,
  metric: MetricName,
  value: number | null | undefined,
): ShownMetric {
  if (verdict === null || value == null) return { tone: "plain", limit: null };
  const own = find(verdict, metric);
  if (own !== null) return own;
  const surplus = BY_SURPLUS.has(metric) && value > 0 ? find(verdict, "surplus_rows") : null;
  return { tone: surplus?.tone ?? "plain", limit: null };
}

function find({ findings, accepted }: Pick<Verdict, "findings" | "accepted">, metric: MetricName): ShownMetric | null {
  const found = findings.find((finding) => finding.metric === metric);
  if (found !== undefined) return { tone: found.severity === "alert" ? "alert" : "warning", limit: found.limit };
  const level = accepted.find((one) => one.metric === metric);
  return level === undefined ? null : { tone: "accepted", limit: level.level };
}
