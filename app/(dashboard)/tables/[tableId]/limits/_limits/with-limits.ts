import type { LimitPreview } from "#lib/contracts/limits.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import type { MetricName } from "#lib/metrics.ts";

/** A table's entry with other limits of one metric; null: the check's own. Pure. */
export function withLimitsOf(entry: WrittenEntry, metric: MetricName, limits: LimitPreview["written"]): WrittenEntry {
  const { limits: before, ...rest } = entry;
  const known = typeof before === "object" && before !== null && !Array.isArray(before) ? Object.entries(before) : [];
  const others = known.filter(([name]) => name !== metric);
  const after = Object.fromEntries([...others, ...(limits === null ? [] : [[metric, limits] as const])]);
  return Object.keys(after).length === 0 ? rest : { ...rest, limits: after };
}
