import { deleteBacklog } from "#lib/checks/delete-backlog.ts";
import type { LimitOverride } from "#lib/contracts/table-definition.ts";
import type { Verdict } from "#lib/contracts/verdict.ts";
import { withLimits } from "#lib/checks/with-limits.ts";
import type { MetricName } from "#lib/names.ts";
import { formatCount, formatRatio } from "#lib/units.ts";
import type { BoardChart } from "./board-data.ts";

/** The two limits of a number; null: there is none. */
interface Limits {
  warnAt: number | null;
  alertAt: number | null;
  /** The one that the verdict names, else the lower one. */
  named: number | null;
}

/** The limits that charts draw, by metric. */
export interface ChartLimits {
  /** Delete rows per physical row. */
  deleteRatio: Limits;
  equalityDeleteFiles: Limits;
}

/** A limit as a chart draws it. */
export interface LimitLine {
  at: number;
  severity: "warning" | "alert";
  text: string;
}

/** The limits of what the charts show, as the table or else the check sets them, and in their place those that the verdict names. Pure. */
export function limitsForCharts(limits: Partial<Record<MetricName, LimitOverride>>, verdict: Verdict | null): ChartLimits {
  const of = (name: "delete_ratio" | "equality_delete_files"): Limits => {
    const { warnAt, alertAt } = withLimits<Pick<Limits, "warnAt" | "alertAt">>(deleteBacklog.metrics[name], limits[name]);
    const found = verdict?.findings.find(({ metric }) => metric === name);
    const named = found?.limit ?? null;
    if (named === null) return { warnAt, alertAt, named: warnAt ?? alertAt };
    return found?.severity === "alert" ? { warnAt, alertAt: named, named } : { warnAt: named, alertAt, named };
  };
  return { deleteRatio: of("delete_ratio"), equalityDeleteFiles: of("equality_delete_files") };
}

/** A limit so far above everything would press the numbers flat. */
const ABOVE_MAX = 4;

/** The limits that a chart has room for, where `max` is the highest number that it draws. Pure. */
export function limitLines({ counts, id }: Pick<BoardChart, "counts" | "id">, limits: ChartLimits, max: number): LimitLine[] {
  const of = counts === "ratio" ? limits.deleteRatio : id === "deletes" && counts === "files" ? limits.equalityDeleteFiles : null;
  if (of === null) return [];
  const say = (limit: number): string => (counts === "ratio" ? formatRatio(limit) : `${formatCount(limit)} equality-delete files`);
  const lines: LimitLine[] = [
    ...(of.warnAt === null ? [] : [{ at: of.warnAt, severity: "warning" as const, text: `warn at ${say(of.warnAt)}` }]),
    ...(of.alertAt === null ? [] : [{ at: of.alertAt, severity: "alert" as const, text: `alert at ${say(of.alertAt)}` }]),
  ];
  return lines.filter(({ at }) => at <= max * ABOVE_MAX);
}
