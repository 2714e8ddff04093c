import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import type { PARTITION_COLUMNS } from "../columns.ts";
import { versionsOf } from "./keys.ts";
import type { RunMetricName, SnapshotMetricName } from "#lib/metrics.ts";
import type { PartitionBucket, TrustDirection, TrustLevel } from "#lib/names.ts";

/** What is drawn of a snapshot: its metrics, and the columns of the histogram of keys by number of partitions. */
export type SnapshotSeriesName = SnapshotMetricName | (typeof PARTITION_COLUMNS)[PartitionBucket];

export interface SeriesRange {
  tableKeyId: string;
  /** Half-open, `[from, to)`. */
  from: Date;
  to: Date;
  /** Buckets at most (for each key version and engine): as many as can be shown. */
  pointsMax: number;
}

/** The numbers of one metric in a bucket; of one snapshot all three are the same. */
export interface SeriesValue {
  min: number;
  max: number;
  last: number;
}

/** One bucket: a single snapshot (or run) while they are few, else all of a stretch of time. Never of two key versions or engines. */
export interface SeriesPoint<Name extends string> {
  firstAt: Date;
  lastAt: Date;
  /** How many it stands for. */
  count: number;
  /** The last one's; null: the table was never written. */
  snapshotId: string | null;
  keyVersionId: number;
  engine: string;
  /** The least in the bucket. */
  trustLevel: TrustLevel;
  /** null: none, or not the same all through the bucket. */
  trustDirection: TrustDirection | null;
  /** null: none in the bucket was computed. */
  values: Record<Name, SeriesValue | null>;
}

/**
 * Snapshot metrics of a key over commit times, oldest first. The lowest and the highest of each bucket survive, so a spike of an hour is seen in
 * a year. Two reads of one index range of `snapshot_facts`: how many there are, and they or their buckets.
 */
export async function getSeries<Name extends SnapshotSeriesName>(
  db: Db,
  range: SeriesRange & { metrics: readonly Name[] },
): Promise<SeriesPoint<Name>[]> {
  return await readSeries(db, range, sql`snapshot_facts`, sql`committed_at`);
}

/** The same numbers over the times at which runs saw them: a snapshot that was current for long is there once for each run. */
export async function getSeriesByRun<Name extends SnapshotSeriesName>(
  db: Db,
  range: SeriesRange & { metrics: readonly Name[] },
): Promise<SeriesPoint<Name>[]> {
  return await readSeries(db, range, seenFacts(range.metrics), sql`observed_at`);
}

function seenFacts(metrics: readonly string[]): SQL {
  const numbers = metrics.map((name) => sql`, facts.${sql.identifier(name)}`);
  return sql`(
    select seen.observed_at, seen.snapshot_id, seen.key_version_id, seen.engine, seen.trust_level, seen.trust_direction ${sql.join(numbers)}
    from observations seen left join snapshot_facts facts
      on facts.key_version_id = seen.key_version_id and facts.snapshot_id = seen.snapshot_id and facts.engine = seen.engine) as seen_facts`;
}

/**
 * The nearest points on both sides of a range: what is known at its left edge, and where a line at its right edge goes. null: there is none.
 */
export async function getSeriesEdges<Name extends SnapshotSeriesName>(
  db: Db,
  { tableKeyId, from, to, metrics, by }: Omit<SeriesRange, "pointsMax"> & { metrics: readonly Name[]; by: "commit" | "run" },
): Promise<{ before: SeriesPoint<Name> | null; after: SeriesPoint<Name> | null }> {
  const [source, time] = by === "run" ? [seenFacts(metrics), sql`observed_at`] : [sql`snapshot_facts`, sql`committed_at`];
  const columns = metrics.map((name) => sql`, ${sql.identifier(name)}::double precision as ${sql.identifier(name)}`);
  const nearest = async (condition: SQL, order: SQL) => {
    const { rows } = await db.execute<SnapshotRow>(sql`
      select ${time} as at, snapshot_id, key_version_id, engine, trust_level, trust_direction ${sql.join(columns)}
      from ${source} where key_version_id = ${versionsOf(tableKeyId)} and ${condition} order by ${order} limit 1`);
    return rows[0] === undefined ? null : pointOf(rows[0], metrics);
  };
  const [before, after] = await Promise.all([
    nearest(sql`${time} < ${from.toISOString()}::timestamptz`, sql`${time} desc, key_version_id desc`),
    nearest(sql`${time} >= ${to.toISOString()}::timestamptz`, sql`${time}, key_version_id desc`),
  ]);
  return { before, after };
}

/** The same of the metrics that belong to runs, over observation times. */
export async function getObservationSeries<Name extends RunMetricName>(
  db: Db,
  range: SeriesRange & { metrics: readonly Name[] },
): Promise<SeriesPoint<Name>[]> {
  return await readSeries(db, range, sql`observations`, sql`observed_at`);
}

interface SnapshotRow extends Record<string, unknown> {
  at: string;
  snapshot_id: string | null;
  key_version_id: number;
  engine: string;
  trust_level: TrustLevel;
  trust_direction: TrustDirection | null;
}

interface BucketRow extends Record<string, unknown> {
  first_at: string;
  last_at: string;
  count: number;
  snapshot_id: string | null;
  key_version_id: number;
  engine: string;
  trust: number;
  direction: TrustDirection | null;
}

const TRUSTS = ["exact", "partial", "untrusted"] as const satisfies readonly TrustLevel[];

async function readSeries<Name extends string>(
  db: Db,
  { tableKeyId, metrics, from, to, pointsMax }: SeriesRange & { metrics: readonly Name[] },
  source: SQL,
  time: SQL,
): Promise<SeriesPoint<Name>[]> {
  const inRange = sql`${source}
    where key_version_id = ${versionsOf(tableKeyId)}
      and ${time} >= ${from.toISOString()}::timestamptz and ${time} < ${to.toISOString()}::timestamptz`;
  const columns = metrics.map((name) => sql`, ${sql.identifier(name)}::double precision as ${sql.identifier(name)}`);
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select from ${inRange} limit ${pointsMax + 1}) as found`,
  );
  if ((rows[0]?.count ?? 0) > pointsMax) return await readBuckets(db, { metrics, from, to, pointsMax }, inRange, time, columns);
  // A fortnight of hours needs no buckets, and what is not grouped costs half.
  const single = await db.execute<SnapshotRow>(sql`
    select ${time} as at, snapshot_id, key_version_id, engine, trust_level, trust_direction ${sql.join(columns)}
    from ${inRange} order by 1, key_version_id, engine`);
  return single.rows.map((row) => pointOf(row, metrics));
}

function pointOf<Name extends string>(row: SnapshotRow, metrics: readonly Name[]): SeriesPoint<Name> {
  const at = new Date(row.at);
  const value = (number: unknown): SeriesValue | null => (typeof number === "number" ? { min: number, max: number, last: number } : null);
  return {
    firstAt: at,
    lastAt: at,
    count: 1,
    snapshotId: row.snapshot_id,
    keyVersionId: row.key_version_id,
    engine: row.engine,
    trustLevel: row.trust_level,
    trustDirection: row.trust_direction,
    values: Object.fromEntries(metrics.map((name) => [name, value(row[name])])) as Record<Name, SeriesValue | null>,
  };
}

async function readBuckets<Name extends string>(
  db: Db,
  { metrics, from, to, pointsMax }: Omit<SeriesRange, "tableKeyId"> & { metrics: readonly Name[] },
  inRange: SQL,
  time: SQL,
  columns: readonly SQL[],
): Promise<SeriesPoint<Name>[]> {
  const bucketSeconds = Math.max((to.getTime() - from.getTime()) / 1000 / Math.max(pointsMax, 1), 0.001);
  const bounds = metrics.map((name, at) => {
    const column = sql.identifier(name);
    const as = (what: string) => sql.identifier(`${what}_${at}`);
    return sql`, min(${column}) as ${as("min")}, max(${column}) as ${as("max")},
      (array_agg(${column} order by at desc) filter (where ${column} is not null))[1] as ${as("last")}`;
  });
  const { rows } = await db.execute<BucketRow>(sql`
    with chosen as (
      select ${time} as at, snapshot_id, key_version_id, engine, trust_direction,
        case trust_level when 'exact' then 0 when 'partial' then 1 else 2 end as trust ${sql.join([...columns])}
      from ${inRange}
    )
    select min(at) as first_at, max(at) as last_at, count(*)::int as count, (array_agg(snapshot_id order by at desc))[1] as snapshot_id,
      key_version_id, engine, max(trust) as trust,
      case when count(*) = count(trust_direction) and min(trust_direction) = max(trust_direction) then min(trust_direction) end as direction ${sql.join(bounds)}
    from chosen
    group by floor(date_part('epoch', at - ${from.toISOString()}::timestamptz) / ${bucketSeconds}::double precision), key_version_id, engine
    order by first_at, key_version_id, engine`);
  return rows.map((row) => ({
    firstAt: new Date(row.first_at),
    lastAt: new Date(row.last_at),
    count: row.count,
    snapshotId: row.snapshot_id,
    keyVersionId: row.key_version_id,
    engine: row.engine,
    trustLevel: TRUSTS[row.trust] ?? "untrusted",
    trustDirection: row.direction,
    values: Object.fromEntries(metrics.map((name, at) => [name, valueOf(row, at)])) as Record<Name, SeriesValue | null>,
  }));
}

function valueOf(row: BucketRow, at: number): SeriesValue | null {
  const [min, max, last] = [row[`min_${at}`], row[`max_${at}`], row[`last_${at}`]];
  return typeof min === "number" && typeof max === "number" && typeof last === "number" ? { min, max, last } : null;
}
