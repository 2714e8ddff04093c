import { LimitPreviewQuery, PREVIEW_DAYS } from "#lib/contracts/limits.ts";
import { SHOWN_METRIC_NAMES, type MetricName } from "#lib/metrics.ts";

/** What the page is asked for; null: its own choice. */
export interface LimitsSearch {
  key: string | null;
  metric: MetricName | null;
  days: (typeof PREVIEW_DAYS)[number];
  /** Limits that are tried, as the file writes them; null: as they hold. */
  tried: { warn: string; alert: string } | null;
  accepted: "in" | "out";
}

/** The same from an address; what it cannot be is left at its default. Pure. */
export function readLimitsSearch(params: Record<string, string | string[] | undefined>): LimitsSearch {
  const first = (name: string): string | null => {
    const given = params[name];
    return (Array.isArray(given) ? given[0] : given) ?? null;
  };
  const tried = LimitPreviewQuery.pick({ warn: true, alert: true }).safeParse({
    warn: first("warn")?.trim(),
    alert: first("alert")?.trim(),
  });
  return {
    key: first("key"),
    metric: SHOWN_METRIC_NAMES.find((name) => name === first("metric")) ?? null,
    days: PREVIEW_DAYS.find((days) => String(days) === first("days")) ?? 90,
    tried: tried.success && (first("warn") !== null || first("alert") !== null) ? tried.data : null,
    accepted: first("accepted") === "out" ? "out" : "in",
  };
}
