import { sql } from "drizzle-orm";
import { bigint, check, customType, doublePrecision, timestamp, type AnyPgColumn, type CheckBuilder } from "drizzle-orm/pg-core";
import { METRICS, RUN_METRIC_NAMES, SNAPSHOT_METRIC_NAMES, type RunMetricName, type SnapshotMetricName } from "#lib/metrics.ts";
import type { MetricUnit, PartitionBucket } from "#lib/names.ts";

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

/** Both kinds of column hold `number | null`, so the types of rows need not tell them apart. */
type MetricColumn = ReturnType<typeof bigint<string, "number">>;

/** A nullable column for each name: whole numbers as bigint, seconds and ratios as double precision. */
function columnsOf<Name extends string>(names: readonly Name[], unitOf: (name: Name) => MetricUnit): Record<Name, MetricColumn> {
  const columns = names.map((name) => [name, FRACTIONAL.has(unitOf(name)) ? doublePrecision(name) : bigint(name, { mode: "number" })]);
  return Object.fromEntries(columns) as Record<Name, MetricColumn>;
}

/** The columns of the metrics that are true of a snapshot. */
export function snapshotMetricColumns(): Record<SnapshotMetricName, MetricColumn> {
  return columnsOf(SNAPSHOT_METRIC_NAMES, (name) => METRICS[name].unit);
}

/** The columns of the metrics that belong to a run. */
export function runMetricColumns(): Record<RunMetricName, MetricColumn> {
  return columnsOf(RUN_METRIC_NAMES, (name) => METRICS[name].unit);
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
