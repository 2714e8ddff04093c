import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { SPARKLINE_METRICS, type SparklineMetricName } from "#lib/metrics.ts";

/** Where in the range the last snapshot of a bucket lies, from 0 to 1, then the bucket's lowest and highest number. */
type SparklinePoint = [x: number, min: number, max: number];

export interface Sparkline {
  /** Oldest first, at most one for each bucket; snapshots without the number, and points inside a run of one number, are left out. */
  points: Record<SparklineMetricName, SparklinePoint[]>;
  /** Where a snapshot that is not to be trusted lies, from 0 to 1. */
  untrustedAt: number[];
}

interface BucketRow extends Record<string, unknown> {
  key_id: string;
  x: number;
  untrusted: boolean;
}

/**
 * The last `days` days of each key's current version, up to the key's own `now`, in one query: one index range of `snapshot_facts` for each
 * key, lowest and highest of at most `buckets` stretches. Keys without facts in that time are left out.
 */
export async function listSparklines(
  db: Db,
  { keys, days, buckets }: { keys: readonly { tableKeyId: string; now: Date }[]; days: number; buckets: number },
): Promise<Map<string, Sparkline>> {
  if (keys.length === 0) return new Map();
  const asked = JSON.stringify(keys.map(({ tableKeyId, now }) => ({ id: tableKeyId, now: now.toISOString() })));
  const seconds = days * 86_400;
  const bounds = SPARKLINE_METRICS.map((name, at) => {
    const column = sql.identifier(name);
    const as = (what: string) => sql.identifier(`${what}_${at}`);
    return sql`, min(${column})::double precision as ${as("min")}, max(${column})::double precision as ${as("max")}`;
  });
  // Key by key, so that nothing is sorted; date_part and not extract, whose numeric takes thrice the time.
  const { rows } = await db.execute<BucketRow>(sql`
    with asked as materialized (
      select key_versions.table_key_id as key_id, key_versions.id as version, now, now - make_interval(days => ${days}) as start
      from jsonb_to_recordset(${asked}::jsonb) as asked(id uuid, now timestamptz)
      join key_versions on key_versions.table_key_id = asked.id and key_versions.superseded_at is null
    )
    select key_id, date_part('epoch', until - start) / ${seconds} as x, untrusted
      ${sql.join(SPARKLINE_METRICS.map((_, at) => sql`, ${sql.identifier(`min_${at}`)}, ${sql.identifier(`max_${at}`)}`))}
    from asked
    cross join lateral (
      select least(floor(date_part('epoch', committed_at - start) * ${buckets} / ${seconds}), ${buckets} - 1) as bucket,
        max(committed_at) as until, bool_or(trust_level = 'untrusted') as untrusted ${sql.join(bounds)}
      from snapshot_facts
      where key_version_id = version and committed_at > start and committed_at <= now
      group by 1
    ) as facts
    order by version, bucket`);
  return new Map([...Map.groupBy(rows, ({ key_id }) => key_id)].map(([id, of]) => [id, sparklineOf(of)]));
}

function sparklineOf(rows: readonly BucketRow[]): Sparkline {
  const points = SPARKLINE_METRICS.map((name, at) => [
    name,
    withoutRuns(
      rows.flatMap((row): SparklinePoint[] => {
        const [min, max] = [row[`min_${at}`], row[`max_${at}`]];
        return typeof min === "number" && typeof max === "number" ? [[round(row.x), min, max]] : [];
      }),
    ),
  ]);
  return {
    points: Object.fromEntries(points) as Sparkline["points"],
    untrustedAt: rows.filter(({ untrusted }) => untrusted).map(({ x }) => round(x)),
  };
}

/** Of a number that stays for a while the first and the last point: most series are flat, and the line is the same. */
function withoutRuns(points: readonly SparklinePoint[]): SparklinePoint[] {
  return points.filter(([, min, max], at) => {
    const [before, after] = [points[at - 1], points[at + 1]];
    return (
      min !== max || before === undefined || after === undefined || [...before.slice(1), ...after.slice(1)].some((value) => value !== min)
    );
  });
}

/** Far below a pixel, and a third of the bytes on the wire. */
function round(x: number): number {
  return Math.round(x * 1000) / 1000;
}
