import { cdc } from "#lib/checks/cdc.ts";
import type { MetricDeclaration } from "#lib/checks/define-check.ts";
import { deleteBacklog } from "#lib/checks/delete-backlog.ts";
import { duplicates } from "#lib/checks/duplicates.ts";
import { freshness } from "#lib/checks/freshness.ts";
import { partitionsPerKey } from "#lib/checks/partitions-per-key.ts";

const DECLARED = {
  ...duplicates.metrics,
  ...partitionsPerKey.metrics,
  ...deleteBacklog.metrics,
  ...freshness.metrics,
  ...cdc.metrics,
};
type Declared = typeof DECLARED;

export type MetricName = keyof Declared;
type NamesWith<Part> = { [Name in MetricName]: Declared[Name] extends Part ? Name : never }[MetricName];

/** Metrics of a run: they can change without a new snapshot. All others never change for a snapshot. */
export type RunMetricName = NamesWith<{ per: "run" }>;
export type SnapshotMetricName = Exclude<MetricName, RunMetricName>;
export type OverviewMetricName = NamesWith<{ per: "snapshot"; overview: true }>;
export type SparklineMetricName = NamesWith<{ per: "snapshot"; sparkline: true }>;
/** Metrics that a chart draws, or that only the files of a table's charts have. */
export type SeriesMetricName = NamesWith<{ per: "snapshot"; chart: { part: string } } | { per: "snapshot"; inSeries: true }>;

/** Every metric, in the order of the checks and, within a check, of its declaration: documents and lists keep it. */
export const METRICS: Readonly<Record<MetricName, MetricDeclaration>> = DECLARED;

/** Not empty, so that zod and drizzle take it for an enum. */
type Names<Name extends MetricName> = readonly [Name, ...Name[]];

export const METRIC_NAMES = Object.keys(DECLARED) as unknown as Names<MetricName>;

/** Names of the metrics whose declaration satisfies `holds`, in order. */
function namesWhere<Name extends MetricName>(holds: (metric: MetricDeclaration) => boolean): Names<Name> {
  return METRIC_NAMES.filter((name) => holds(METRICS[name])) as unknown as Names<Name>;
}

export const RUN_METRIC_NAMES = namesWhere<RunMetricName>(({ per }) => per === "run");
export const SNAPSHOT_METRIC_NAMES = namesWhere<SnapshotMetricName>(({ per }) => per === "snapshot");
export const OVERVIEW_METRICS = namesWhere<OverviewMetricName>(({ overview }) => overview === true);
export const SPARKLINE_METRICS = namesWhere<SparklineMetricName>(({ sparkline }) => sparkline === true);
/** The first numbers on a run's page. */
export const SUMMARY_METRICS = namesWhere<MetricName>(({ summary }) => summary === true);
/** Retention keeps the snapshots with their highest values. */
export const PEAK_METRICS = namesWhere<SnapshotMetricName>(({ per, keepsPeak }) => per === "snapshot" && keepsPeak === true);
/** The numbers on top of a table's page, left to right. */
export const TILE_METRICS: readonly MetricName[] = namesWhere<MetricName>(({ tile }) => tile !== undefined).toSorted(
  (one, other) => (METRICS[one].tile?.order ?? 0) - (METRICS[other].tile?.order ?? 0),
);

export function isRunMetric(name: MetricName): name is RunMetricName {
  return METRICS[name].per === "run";
}

export function isSnapshotMetric(name: MetricName): name is SnapshotMetricName {
  return METRICS[name].per === "snapshot";
}

/** The metric with this name, such as one that a declaration names. */
export function findMetricName(text: string | undefined): MetricName | undefined {
  return METRIC_NAMES.find((name) => name === text);
}

/** The metric that grows with the table, which another one is compared to. */
export function growsWith({ change }: Pick<MetricDeclaration, "change">): MetricName | undefined {
  return findMetricName(change?.per);
}

/** Whether a metric is computed, and so shown and judged. */
export function isShownMetric(name: MetricName): boolean {
  return METRICS[name].unfinished !== true;
}

export const SHOWN_METRIC_NAMES: readonly MetricName[] = METRIC_NAMES.filter(isShownMetric);
