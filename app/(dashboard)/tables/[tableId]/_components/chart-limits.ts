import { deleteBacklog } from "#lib/checks/delete-backlog.ts";
import type { LimitOverride } from "#lib/contracts/table-definition.ts";
import { withLimits } from "#lib/judging/limits.ts";
import type { MetricName } from "#lib/names.ts";

/** The limits that charts draw; null: there is none. */
export interface ChartLimits {
  /** Delete rows per physical row. */
  deleteRatio: number | null;
  equalityDeleteFiles: number | null;
}

/** The lower limit of what the charts show, as the table or else the check sets it. */
export function limitsForCharts(limits: Partial<Record<MetricName, LimitOverride>>): ChartLimits {
  const first = (name: "delete_ratio" | "equality_delete_files"): number | null => {
    const { warnAt, alertAt } = withLimits<{ warnAt: number | null; alertAt: number | null }>(deleteBacklog.metrics[name], limits[name]);
    return warnAt ?? alertAt;
  };
  return { deleteRatio: first("delete_ratio"), equalityDeleteFiles: first("equality_delete_files") };
}
