import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import type { FailedRuns, WeekRuns } from "#lib/review/review-facts.ts";
import { at } from "./review-keys.ts";

/** Far more than a review shows. */
const TABLES_MAX = 100;

interface SumRow extends Record<string, unknown> {
  done: number;
  failed: number;
  cancelled: number;
  under_way: number;
  kept: boolean;
}

interface TableRow extends Record<string, unknown> {
  table_id: string;
  name: string;
  owner: string | null;
  failed: number;
  cancelled: number;
  failing: boolean;
  last_error: string | null;
}

/**
 * The runs that a schedule or a new snapshot asked for in `[from, asOf)`, and the tables of which some came to nothing, those first whose last
 * one did. What was skipped had nothing to do and is not counted. `kept` is false when no run is left from before the week's end.
 */
export async function readWeekRuns(db: Db, { from, asOf }: { from: Date; asOf: Date }): Promise<WeekRuns> {
  const counted = sql`
    select table_id,
      count(*) filter (where state = 'succeeded') as done, count(*) filter (where state = 'failed') as failed,
      count(*) filter (where state = 'cancelled') as cancelled, count(*) filter (where state in ('queued', 'running')) as under_way,
      coalesce(max(queued_at) filter (where state = 'failed') > max(queued_at) filter (where state = 'succeeded'),
        bool_or(state = 'failed') and not bool_or(state = 'succeeded')) as failing
    from runs
    where queued_at >= ${at(from)} and queued_at < ${at(asOf)} and reason in ('schedule', 'snapshot')
    group by table_id`;
  const [sums, tables] = await Promise.all([
    db.execute<SumRow>(sql`
      select coalesce(sum(done), 0)::int as done, coalesce(sum(failed), 0)::int as failed, coalesce(sum(cancelled), 0)::int as cancelled,
        coalesce(sum(under_way), 0)::int as under_way,
        exists (select from runs where queued_at < ${at(asOf)} order by queued_at limit 1) as kept
      from (${counted}) as counted`),
    db.execute<TableRow>(sql`
      select table_id, name, owner, failed::int as failed, cancelled::int as cancelled, coalesce(failing, false) as failing, last_error
      from (${counted}) as counted
      join tables on tables.id = table_id
      left join lateral (
        select error_message as last_error from runs
        where runs.table_id = counted.table_id and state = 'failed' and queued_at >= ${at(from)} and queued_at < ${at(asOf)}
        order by queued_at desc limit 1
      ) as last on true
      where failed + cancelled > 0
      order by failing desc, failed desc, name limit ${TABLES_MAX}`),
  ]);
  const [sum] = sums.rows;
  return {
    done: sum?.done ?? 0,
    failed: sum?.failed ?? 0,
    cancelled: sum?.cancelled ?? 0,
    underWay: sum?.under_way ?? 0,
    kept: sum?.kept ?? false,
    tables: tables.rows.map((row): FailedRuns => ({
      table: { id: row.table_id, name: row.name },
      owner: row.owner,
      failed: row.failed,
      cancelled: row.cancelled,
      lastError: row.last_error,
      failing: row.failing,
    })),
  };
}
