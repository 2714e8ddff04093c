import type { TableKeyRow, TableWithKeys } from "#db/queries/tables.ts";
import { CHECKS, listMetrics } from "#lib/checks/registry.ts";
import type { LimitOrigin } from "#lib/config/limit-origins.ts";
import { writeLimit } from "#lib/config/tried-limits.ts";
import { isJudgedByPast } from "#lib/judging/expectation.ts";
import { hasLimits, withLimits } from "#lib/checks/with-limits.ts";
import type { MetricName } from "#lib/metrics.ts";
import type { CheckId, MetricUnit } from "#lib/names.ts";
import { formatMetric } from "#lib/units.ts";

/** One side of a metric's limits. */
export interface LimitSide {
  /** As a person reads it; null: switched off, or there is none. */
  text: string | null;
  /** In a word or two. */
  from: string;
}

export interface LimitRow {
  metric: MetricName;
  label: string;
  unit: MetricUnit;
  check: CheckId;
  /** `limits`: a number judges it; `past`: what was usual does; `promise`: it would, if the key promised one row each; `none`: nothing does. */
  judgedBy: "limits" | "past" | "promise" | "none";
  warn: LimitSide;
  alert: LimitSide;
  /** The last number; null: not known. */
  last: string | null;
  lastValue: number | null;
  /** Beyond a limit at last. */
  passed: "warn" | "alert" | null;
  /** The table's own, as its file writes them; empty: the check's own. */
  written: { warn: string; alert: string };
}

interface Asked {
  table: Pick<TableWithKeys, "definition" | "source">;
  key: Pick<TableKeyRow, "promise">;
  values: Partial<Record<MetricName, number | null>>;
  /** null: the file is not known here. */
  originOf: ((metric: MetricName, side: "warn" | "alert") => LimitOrigin | null) | null;
}

const ORIGINS: Readonly<Record<LimitOrigin, string>> = { table: "this table", kind: "its kind", defaults: "defaults" };

/** Every metric with what judges it for a key, in the order of the checks. Pure. */
export function listLimits({ table, key, values, originOf }: Asked): LimitRow[] {
  const { limits } = table.definition;
  return CHECKS.flatMap((check) =>
    listMetrics(check).map(({ name, declaration }) => {
      const { unit, label, worse } = declaration;
      const { warnAt, alertAt } = withLimits(declaration, limits[name]);
      const value = values[name] ?? null;
      const hasLimit = warnAt !== null || alertAt !== null;
      const applies = hasLimits(declaration, key.promise);
      const passes = (limit: number | null): boolean =>
        value !== null && limit !== null && applies && (worse === "lower" ? value <= limit : value >= limit);
      const side = (which: "warn" | "alert", limit: number | null, own: number | null): LimitSide => {
        const isSet = limits[name]?.[which === "warn" ? "warnAt" : "alertAt"] !== undefined;
        const from = !isSet ? (own === null ? "" : "the check") : originWords(table.source, originOf?.(name, which) ?? null);
        return { text: limit === null ? (isSet ? "off" : null) : formatMetric(limit, unit), from };
      };
      return {
        metric: name,
        label,
        unit,
        check: check.id,
        judgedBy: hasLimit
          ? applies
            ? "limits"
            : "promise"
          : isJudgedByPast({ name, declaration }, { promise: key.promise, limits })
            ? "past"
            : "none",
        warn: side("warn", warnAt, declaration.warnAt),
        alert: side("alert", alertAt, declaration.alertAt),
        last: value === null ? null : formatMetric(value, unit),
        lastValue: value,
        passed: passes(alertAt) ? "alert" : passes(warnAt) ? "warn" : null,
        written: { warn: writeLimit(limits[name]?.warnAt, unit), alert: writeLimit(limits[name]?.alertAt, unit) },
      } satisfies LimitRow;
    }),
  );
}

function originWords(source: TableWithKeys["source"], origin: LimitOrigin | null): string {
  if (origin !== null) return ORIGINS[origin];
  return source === "file" ? "the file" : source === "sample" ? "the sample" : "this table";
}
