import { cdc } from "#lib/checks/cdc.ts";
import type { CheckDeclaration, MetricDeclaration, Observed, Reading } from "#lib/checks/define-check.ts";
import { deleteBacklog } from "#lib/checks/delete-backlog.ts";
import { duplicates } from "#lib/checks/duplicates.ts";
import { freshness } from "#lib/checks/freshness.ts";
import { partitionsPerKey } from "#lib/checks/partitions-per-key.ts";
import type { Facts } from "#lib/iceberg/contract.ts";
import { isShownMetric, METRIC_NAMES, METRICS, RUN_METRIC_NAMES, type MetricName, type RunMetricName } from "#lib/metrics.ts";
import type { CheckId } from "#lib/names.ts";

/** Every check, in the order in which they are shown. */
export const CHECKS: readonly CheckDeclaration[] = [duplicates, partitionsPerKey, deleteBacklog, freshness, cdc];

/** A metric with its number at one run. */
export interface MetricReading {
  name: MetricName;
  declaration: MetricDeclaration;
  reading: Reading;
}

/** The metrics of one check that are shown and judged, in the order of its declaration. */
export function listMetrics({ metrics }: CheckDeclaration): { name: MetricName; declaration: MetricDeclaration }[] {
  return METRIC_NAMES.filter((name) => name in metrics && isShownMetric(name)).map((name) => ({ name, declaration: METRICS[name] }));
}

/** Every metric read from one table's facts, in order. Pure. */
export function readChecks(facts: Facts, now: Date): MetricReading[] {
  const { table, snapshot, rowFacts } = facts;
  const observed: Observed = { table, snapshot, latestAt: rowFacts.latestAt };
  return METRIC_NAMES.map((name) => {
    const declaration = METRICS[name];
    return { name, declaration, reading: declaration.per === "snapshot" ? declaration.read(facts) : declaration.read(observed, now) };
  });
}

/** The metrics of a run, of a snapshot that is not read again; `readChecks` gives the same. Pure. */
export function readObservation(observed: Observed, now: Date): Record<RunMetricName, Reading> {
  const readings = RUN_METRIC_NAMES.flatMap((name) => {
    const declaration = METRICS[name];
    return declaration.per === "run" ? [[name, declaration.read(observed, now)] as const] : [];
  });
  return Object.fromEntries(readings) as Record<RunMetricName, Reading>;
}

/** Their numbers are those of the table, whatever the key. */
export const TABLE_WIDE: ReadonlySet<CheckId> = new Set(CHECKS.filter(({ tableWide }) => tableWide === true).map(({ id }) => id));

/** Whether a metric is one of the table, so that its first key stands for all. Pure. */
export function isTableWide(metric: MetricName): boolean {
  return CHECKS.some(({ tableWide, metrics }) => tableWide === true && metric in metrics);
}
