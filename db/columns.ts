import { sql } from "drizzle-orm";
import { bigint, check, customType, doublePrecision, timestamp, type AnyPgColumn, type CheckBuilder } from "drizzle-orm/pg-core";
import { CHECKS, listMetrics } from "#lib/checks/registry.ts";
import {
  METRIC_NAMES,
  OBSERVATION_METRIC_NAMES,
  type MetricUnit,
  type ObservationMetricName,
  type PartitionBucket,
  type SnapshotMetricName,
} from "#lib/names.ts";

/** A 64-bit integer that is text everywhere but on disk: Iceberg's ids pass 2^53. */
export const bigintText = customType<{ data: string; driverData: string }>({ dataType: () => "bigint" });

/** A moment in UTC. */
export function instant<Name extends string>(name: Name) {
  return timestamp(name, { withTimezone: true });
}

/** The constraint that holds a text column to a list of `lib/names.ts`: Postgres does not enforce a text enum by itself. */
export function oneOf(name: string, column: AnyPgColumn, values: readonly string[]): CheckBuilder {
  const list = values.map((value) => `'${value.replaceAll("'", "''")}'`).join(", ");
  return check(name, sql`${column} in (${sql.raw(list)})`);
}

const FRACTIONAL = new Set<MetricUnit>(["seconds", "ratio"]);
const UNITS = new Map(CHECKS.flatMap(listMetrics).map(({ name, declaration }) => [name, declaration.unit]));

/** Both kinds of column hold `number | null`, so the types of rows need not tell them apart. */
type MetricColumn = ReturnType<typeof bigint<string, "number">>;

function columnsOf<Name extends string>(names: readonly Name[], unit: (name: Name) => MetricUnit | undefined): Record<Name, MetricColumn> {
  const columns = names.map((name) => {
    const fractional = FRACTIONAL.has(unit(name) ?? "rows");
    return [name, fractional ? doublePrecision(name) : bigint(name, { mode: "number" })];
  });
  return Object.fromEntries(columns) as Record<Name, MetricColumn>;
}

const OBSERVED = new Set<string>(OBSERVATION_METRIC_NAMES);

/** The metrics that have a column in `snapshot_facts`, in the order of the registry. */
export const SNAPSHOT_METRIC_NAMES = METRIC_NAMES.filter((name): name is SnapshotMetricName => !OBSERVED.has(name));

/** Metrics that are younger than the table: a migration adds columns at its end. */
const ADDED_METRIC_NAMES = ["replayed_keys"] as const satisfies readonly SnapshotMetricName[];
type AddedMetricName = (typeof ADDED_METRIC_NAMES)[number];
type FirstMetricName = Exclude<SnapshotMetricName, AddedMetricName>;

/** A nullable column for each metric that is true of a snapshot: whole numbers as bigint, seconds and ratios as double precision. */
export function snapshotMetricColumns(): Record<FirstMetricName, MetricColumn> {
  const added = new Set<SnapshotMetricName>(ADDED_METRIC_NAMES);
  const first = SNAPSHOT_METRIC_NAMES.filter((name): name is FirstMetricName => !added.has(name));
  return columnsOf(first, (name) => UNITS.get(name));
}

/** The columns of metrics that came later, for the end of the table. */
export function addedMetricColumns(): Record<AddedMetricName, MetricColumn> {
  return columnsOf(ADDED_METRIC_NAMES, (name) => UNITS.get(name));
}

/** A nullable column for each metric that belongs to a run. */
export function observationMetricColumns(): Record<ObservationMetricName, MetricColumn> {
  return columnsOf(OBSERVATION_METRIC_NAMES, (name) => UNITS.get(name));
}

/** The columns of the histogram of keys by number of Kafka partitions, one for each bucket. All are null or none is. */
export const PARTITION_COLUMNS = {
  "0": "partitions_0",
  "1": "partitions_1",
  "2": "partitions_2",
  "3": "partitions_3",
  "4": "partitions_4",
  "5+": "partitions_5_or_more",
} as const satisfies Record<PartitionBucket, string>;
type PartitionColumn = (typeof PARTITION_COLUMNS)[PartitionBucket];

/** Columns and not a document: 48 bytes a row instead of 90, at millions of rows. */
export function partitionColumns(): Record<PartitionColumn, MetricColumn> {
  return columnsOf(Object.values(PARTITION_COLUMNS), () => "keys");
}
