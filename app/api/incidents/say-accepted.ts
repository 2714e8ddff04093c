import type { Finding } from "#lib/contracts/finding.ts";
import { METRICS } from "#lib/metrics.ts";
import { formatMetric } from "#lib/units.ts";

/** What a person accepted, as the timeline says it. Pure. */
export function sayAccepted(
  { metric, key, value }: Pick<Finding, "metric" | "key" | "value">,
  { until, reason }: { until: string; reason: string },
): string {
  const declaration = metric === null ? undefined : METRICS[metric];
  const what = `${declaration?.label ?? "It"}${key === null ? "" : ` of key ${key.name}`}`;
  const level = value === null ? "as it is" : `up to ${formatMetric(value, declaration?.unit ?? "")}`;
  return `Accepted until ${until.slice(0, 16).replace("T", " ")} UTC: ${what}, ${level}. ${reason}`;
}
