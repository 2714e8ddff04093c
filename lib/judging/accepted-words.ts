import type { AcceptedLevel } from "#lib/contracts/accepted-level.ts";
import type { AcceptedMetric } from "#lib/contracts/verdict.ts";
import { METRICS } from "#lib/metrics.ts";
import { formatCount, formatMetric } from "#lib/units.ts";

/** An accepted level as every page shows it. Pure. */
export function viewAccepted({ metric, level, by, why, until }: AcceptedMetric): AcceptedLevel {
  if (metric === "surplus_rows") return { what: `${formatCount(level)} extra ${level === 1 ? "row" : "rows"}`, by, why, until };
  const { label, unit } = METRICS[metric];
  return { what: `${label} ${formatMetric(level, unit)}`, by, why, until };
}
