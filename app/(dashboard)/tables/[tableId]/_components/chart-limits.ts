import type { LimitOverride } from "#lib/contracts/table-definition.ts";
import type { Verdict } from "#lib/contracts/verdict.ts";
import { withLimits } from "#lib/checks/with-limits.ts";
import { METRIC_NAMES, METRICS, type MetricName } from "#lib/metrics.ts";
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
export type ChartLimits = Partial<Record<MetricName, Limits>>;

const LIMITED = METRIC_NAMES.filter((name) => METRICS[name].chart?.limits === true);

/** A limit as a chart draws it. */
export interface LimitLine {
  at: number;
  severity: "warning" | "alert";
  text: string;
}

/** The limits of what the charts show, as the table or else the check sets them; the verdict's own limit replaces the one that it crossed. Pure. */
export function limitsForCharts(limits: Partial<Record<MetricName, LimitOverride>>, verdict: Verdict | null): ChartLimits {
  const limitsOf = (name: MetricName): Limits => {
    const { warnAt, alertAt } = withLimits<Pick<Limits, "warnAt" | "alertAt">>(METRICS[name], limits[name]);
    const finding = verdict?.findings.find(({ metric }) => metric === name);
    const named = finding?.limit ?? null;
    if (named === null) return { warnAt, alertAt, named: warnAt ?? alertAt };
    return finding?.severity === "alert" ? { warnAt, alertAt: named, named } : { warnAt: named, alertAt, named };
  };
  return Object.fromEntries(LIMITED.map((name) => [name, limitsOf(name)]));
}

/** A limit so far above everything would press the numbers flat. */
const ABOVE_MAX = 4;

/** The limits that a chart has room for, where `max` is the highest number that it draws. Pure. */
export function limitLines(
  { counts, id, view }: Pick<BoardChart, "counts" | "id" | "view">,
  limits: ChartLimits,
  max: number,
): LimitLine[] {
  return LIMITED.filter((name) => METRICS[name].chart?.id === id && METRICS[name].chart.view === view)
    .flatMap((name): LimitLine[] => {
      const { warnAt = null, alertAt = null } = limits[name] ?? {};
      const say = (limit: number): string =>
        counts === "ratio" ? formatRatio(limit) : `${formatCount(limit)} ${METRICS[name].label.toLowerCase()}`;
      return [
        ...(warnAt === null ? [] : [{ at: warnAt, severity: "warning" as const, text: `warn at ${say(warnAt)}` }]),
        ...(alertAt === null ? [] : [{ at: alertAt, severity: "alert" as const, text: `alert at ${say(alertAt)}` }]),
      ];
    })
    .filter(({ at }) => at <= max * ABOVE_MAX);
}
