import { deleteBacklog } from "#lib/checks/delete-backlog.ts";
import type { LimitOverride } from "#lib/contracts/table-definition.ts";
import type { Verdict } from "#lib/contracts/verdict.ts";
import { withLimits } from "#lib/judging/limits.ts";
import type { MetricName } from "#lib/names.ts";

/** The limits that charts draw; null: there is none. */
export interface ChartLimits {
  /** Delete rows per physical row. */
  deleteRatio: number | null;
  equalityDeleteFiles: number | null;
}

/** The limits that the verdict names; where nothing is crossed the lower one, as the table or else the check sets it. Pure. */
export function limitsForCharts(limits: Partial<Record<MetricName, LimitOverride>>, verdict: Verdict | null): ChartLimits {
  const drawn = (name: "delete_ratio" | "equality_delete_files"): number | null => {
    const named = verdict?.findings.find(({ metric }) => metric === name)?.limit ?? null;
    const { warnAt, alertAt } = withLimits<{ warnAt: number | null; alertAt: number | null }>(deleteBacklog.metrics[name], limits[name]);
    return named ?? warnAt ?? alertAt;
  };
  return { deleteRatio: drawn("delete_ratio"), equalityDeleteFiles: drawn("equality_delete_files") };
}
