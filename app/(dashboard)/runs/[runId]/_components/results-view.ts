import type { RunResult } from "#db/queries/run-results.ts";
import { CHECKS, listMetrics } from "#lib/checks/registry.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { judgeLimits, withLimits } from "#lib/judging/limits.ts";
import type { MetricName } from "#lib/names.ts";
import { formatMetric } from "#lib/units.ts";

/** The numbers that stand first, in this order. */
const FIRST: readonly MetricName[] = ["rows", "distinct_keys", "duplicated_keys", "surplus_rows", "multi_partition_keys", "delete_ratio"];

export interface NumberView {
  name: MetricName;
  label: string;
  /** null: not computed, and `note` says why. */
  value: string | null;
  note: string | null;
  tone: "plain" | "alert" | "warning" | "doubt";
}

export interface ResultView {
  first: NumberView[];
  /** All, by check. */
  checks: { title: string; numbers: NumberView[] }[];
}

/** A run's numbers for one key as they are shown: judged by the table's limits, doubted where the reading is. Pure. */
export function viewResult({ promise, trust, values, notComputed, snapshotId }: RunResult, limits: TableDefinition["limits"]): ResultView {
  const missing = snapshotId === null ? "The table was never written." : "Not computed.";
  const readings = CHECKS.flatMap(listMetrics).map(({ name, declaration }) => ({
    name,
    declaration: withLimits(declaration, limits[name]),
    reading: values[name] ?? { notComputed: notComputed[name] ?? missing },
  }));
  const passed = new Map(
    judgeLimits(readings, { promise, trust }).map(({ metric, severity, limit }) => [metric.name, { severity, limit }]),
  );
  const views = new Map(
    readings.map(({ name, declaration: { label, unit, followsDirection }, reading }): [MetricName, NumberView] => {
      if (typeof reading !== "number") return [name, { name, label, value: null, note: reading.notComputed, tone: "plain" }];
      const limit = passed.get(name);
      const bound = followsDirection && trust.direction !== null ? trust.direction : null;
      const notes = [bound, limit && `limit ${formatMetric(limit.limit, unit)}`].filter((note) => note != null);
      const doubt = trust.level === "untrusted" ? "doubt" : "plain";
      const tone = limit === undefined ? doubt : limit.severity === "alert" ? "alert" : "warning";
      return [name, { name, label, value: formatMetric(reading, unit), note: notes.length === 0 ? null : notes.join(", "), tone }];
    }),
  );
  const pick = (names: readonly MetricName[]): NumberView[] => names.flatMap((name) => views.get(name) ?? []);
  return {
    first: pick(FIRST),
    checks: CHECKS.map((check) => ({ title: check.title, numbers: pick(listMetrics(check).map(({ name }) => name)) })),
  };
}
