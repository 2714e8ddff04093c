import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import { OBSERVATION_METRIC_NAMES, type MetricName, type TrustDirection, type TrustLevel } from "#lib/names.ts";

/** One stored number of a metric: of a snapshot at its commit, or of a run where the metric belongs to runs. */
export interface StoredNumber {
  at: Date;
  /** null: the table was never written. */
  snapshotId: string | null;
  engine: string;
  trust: { level: TrustLevel; direction: TrustDirection | null };
  value: number | null;
  /** Beside it, for the sentence. */
  duplicatedKeys: number | null;
}

interface Asked {
  keyVersionId: number;
  metric: MetricName;
}

interface Row extends Record<string, unknown> {
  at: string;
  snapshot_id: string | null;
  engine: string;
  trust_level: TrustLevel;
  trust_direction: TrustDirection | null;
  value: number | null;
  duplicated_keys: number | null;
}

/**
 * A metric's numbers in `[from, to)`, oldest first, and how many there are. Of more than `pointsMax` each stretch keeps its lowest and its highest,
 * so that no spike is lost; a stretch is of as many numbers, not of as much time.
 */
export async function listStoredNumbers(
  db: Db,
  { keyVersionId, metric, from, to, pointsMax }: Asked & { from: Date; to: Date; pointsMax: number },
): Promise<{ found: number; numbers: StoredNumber[] }> {
  const { source, time, columns } = parts(metric);
  const inRange = sql`${source} where key_version_id = ${keyVersionId}
    and ${time} >= ${from.toISOString()}::timestamptz and ${time} < ${to.toISOString()}::timestamptz`;
  const { rows: counted } = await db.execute<{ count: number }>(sql`select count(*)::int as count from ${inRange}`);
  const found = counted[0]?.count ?? 0;
  if (found <= pointsMax) {
    const { rows } = await db.execute<Row>(sql`select ${columns} from ${inRange} order by ${time}, snapshot_id`);
    return { found, numbers: rows.map(toNumber) };
  }
  const stretch = Math.ceil(found / Math.max(1, Math.floor(pointsMax / 2)));
  const { rows } = await db.execute<Row>(sql`
    with found as (select ${columns}, row_number() over (order by ${time}, snapshot_id) as place from ${inRange}),
    ranked as (
      select *, row_number() over (partition by (place - 1) / ${stretch} order by value desc nulls last, place) as from_top,
        row_number() over (partition by (place - 1) / ${stretch} order by value nulls last, place) as from_bottom
      from found
    )
    select at, snapshot_id, engine, trust_level, trust_direction, value, duplicated_keys from ranked
    where from_top = 1 or from_bottom = 1 order by place`);
  return { found, numbers: rows.map(toNumber) };
}

/** The newest `limit` before a moment that are not untrusted, oldest first: what tells what is usual at the start of a span. */
export async function listNumbersBefore(
  db: Db,
  { keyVersionId, metric, before, limit }: Asked & { before: Date; limit: number },
): Promise<StoredNumber[]> {
  const { source, time, columns } = parts(metric);
  const { rows } = await db.execute<Row>(sql`
    select ${columns} from ${source}
    where key_version_id = ${keyVersionId} and ${time} < ${before.toISOString()}::timestamptz and trust_level <> 'untrusted'
    order by ${time} desc, snapshot_id desc limit ${limit}`);
  return rows.map(toNumber).toReversed();
}

const OF_RUNS = new Set<MetricName>(OBSERVATION_METRIC_NAMES);

/** Whether a metric's numbers are stored with runs, and not with snapshots. */
export function belongsToRuns(metric: MetricName): boolean {
  return OF_RUNS.has(metric);
}

function parts(metric: MetricName): { source: SQL; time: SQL; columns: SQL } {
  const isOfRuns = belongsToRuns(metric);
  const time = isOfRuns ? sql`observed_at` : sql`committed_at`;
  const keys = metric === "surplus_rows" ? sql`duplicated_keys::double precision` : sql`null::double precision`;
  const columns = sql`${time} as at, snapshot_id, engine, trust_level, trust_direction, ${sql.identifier(metric)}::double precision as value,
    ${keys} as duplicated_keys`;
  return { source: isOfRuns ? sql`observations` : sql`snapshot_facts`, time, columns };
}

function toNumber(row: Row): StoredNumber {
  return {
    at: new Date(row.at),
    snapshotId: row.snapshot_id,
    engine: row.engine,
    trust: { level: row.trust_level, direction: row.trust_direction },
    value: row.value,
    duplicatedKeys: row.duplicated_keys,
  };
}
