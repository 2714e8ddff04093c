import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { isRunMetric, type MetricName } from "#lib/metrics.ts";
import type { TrustDirection, TrustLevel } from "#lib/names.ts";

/** One stored number of a metric: of a snapshot at its commit, or of a run where the metric belongs to runs. */
export interface StoredNumber {
  at: Date;
  /** null: the table was never written. */
  snapshotId: string | null;
  engine: string;
  trust: { level: TrustLevel; direction: TrustDirection | null };
  /** Of the metrics that were asked for. */
  values: Partial<Record<MetricName, number | null>>;
}

interface Asked {
  keyVersionId: number;
  /** What is judged. */
  metric: MetricName;
  /** Metrics of the same store that are read along. */
  beside: readonly MetricName[];
}

interface Row extends Record<string, unknown> {
  at: string;
  snapshot_id: string | null;
  engine: string;
  trust_level: TrustLevel;
  trust_direction: TrustDirection | null;
}

/**
 * A metric's numbers in `[from, to)`, oldest first, and how many there are. Of more than `pointsMax` each stretch keeps its lowest and its highest,
 * so that no spike is lost; a stretch is of as many numbers, not of as much time.
 */
export async function listStoredNumbers(
  db: Db,
  { from, to, pointsMax, ...asked }: Asked & { from: Date; to: Date; pointsMax: number },
): Promise<{ found: number; numbers: StoredNumber[] }> {
  const { source, time, columns, value, names } = parts(asked);
  const inRange = sql`${source} where key_version_id = ${asked.keyVersionId}
    and ${time} >= ${from.toISOString()}::timestamptz and ${time} < ${to.toISOString()}::timestamptz`;
  const { rows: counted } = await db.execute<{ count: number }>(sql`select count(*)::int as count from ${inRange}`);
  const found = counted[0]?.count ?? 0;
  if (found <= pointsMax) {
    const { rows } = await db.execute<Row>(sql`select ${columns} from ${inRange} order by ${time}, snapshot_id`);
    return { found, numbers: rows.map((row) => toNumber(row, names)) };
  }
  const stretch = Math.ceil(found / Math.max(1, Math.floor(pointsMax / 2)));
  const { rows } = await db.execute<Row>(sql`
    with found as (select ${columns}, row_number() over (order by ${time}, snapshot_id) as place from ${inRange}),
    ranked as (
      select *, row_number() over (partition by (place - 1) / ${stretch} order by ${value} desc nulls last, place) as from_top,
        row_number() over (partition by (place - 1) / ${stretch} order by ${value} nulls last, place) as from_bottom
      from found
    )
    select * from ranked where from_top = 1 or from_bottom = 1 order by place`);
  return { found, numbers: rows.map((row) => toNumber(row, names)) };
}

/** In `[from, to)` the last of each hour that is not untrusted, oldest first: what tells what is usual at the start of a span. */
export async function listHourlyNumbers(db: Db, { from, to, ...asked }: Asked & { from: Date; to: Date }): Promise<StoredNumber[]> {
  const { source, time, columns, names } = parts(asked);
  const { rows } = await db.execute<Row>(sql`
    select distinct on (date_trunc('hour', ${time}, 'UTC')) ${columns} from ${source}
    where key_version_id = ${asked.keyVersionId} and trust_level <> 'untrusted'
      and ${time} >= ${from.toISOString()}::timestamptz and ${time} < ${to.toISOString()}::timestamptz
    order by date_trunc('hour', ${time}, 'UTC'), ${time} desc, snapshot_id desc`);
  return rows.map((row) => toNumber(row, names));
}

function parts({ metric, beside }: Asked) {
  const isOfRuns = isRunMetric(metric);
  const time = isOfRuns ? sql`observed_at` : sql`committed_at`;
  const names = [...new Set([metric, ...beside])];
  const columns = sql`${time} as at, snapshot_id, engine, trust_level, trust_direction, ${sql.join(
    names.map((name) => sql`${sql.identifier(name)}::double precision as ${sql.identifier(name)}`),
    sql`, `,
  )}`;
  return { source: isOfRuns ? sql`observations` : sql`snapshot_facts`, time, columns, value: sql.identifier(metric), names };
}

function toNumber(row: Row, names: readonly MetricName[]): StoredNumber {
  const value = (name: MetricName): number | null => (typeof row[name] === "number" ? row[name] : null);
  return {
    at: new Date(row.at),
    snapshotId: row.snapshot_id,
    engine: row.engine,
    trust: { level: row.trust_level, direction: row.trust_direction },
    values: Object.fromEntries(names.map((name) => [name, value(name)])),
  };
}
