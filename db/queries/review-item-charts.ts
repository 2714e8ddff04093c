import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { at, reviewedKeys } from "./review-keys.ts";
import { isSnapshotMetric, type MetricName } from "#lib/metrics.ts";
import type { ChartPointRead } from "#lib/review/review-facts.ts";

/** Which number of which table; `key` null: its first key's. */
export interface ChartOf {
  tableId: string;
  key: string | null;
  metric: MetricName;
}

/**
 * A number of a table from `from` to `asOf`: the worst of every two hours in which something was committed, what it was at `from`, and what it
 * is at `asOf`. null where a snapshot has no value. Empty for what is not a number of a snapshot.
 */
export async function listItemChart(
  db: Db,
  { tableId, key, metric }: ChartOf,
  { from, asOf }: { from: Date; asOf: Date },
): Promise<ChartPointRead[]> {
  if (!isSnapshotMetric(metric)) return [];
  const value = sql.identifier(metric);
  const { rows } = await db.execute<{ moment: string; value: number | null }>(sql`
    with of as materialized (
      select version, shift from (${reviewedKeys(asOf)}) as reviewed
      where table_id = ${tableId} and (${key}::text is null or key_name = ${key}) order by position limit 1
    ), points as (
      select date_bin('2 hours', committed_at + shift, ${at(from)}) as moment, max(${value})::double precision as value
      from of join snapshot_facts on key_version_id = version
      where committed_at > ${at(from)} - shift and committed_at <= ${at(asOf)} - shift
      group by 1
    ), ends as (
      select moment, newest.value
      from of cross join (values (${at(from)}), (${at(asOf)})) as edges (moment) cross join lateral (
        select ${value}::double precision as value from snapshot_facts
        where key_version_id = version and committed_at <= edges.moment - shift order by committed_at desc limit 1
      ) as newest
    )
    select moment, value from (
      select moment, value from ends union all
      select moment, value from points where moment not in (select moment from ends)
    ) as all_points order by moment`);
  return rows.map(({ moment, value: known }) => ({ at: new Date(moment), value: known }));
}
