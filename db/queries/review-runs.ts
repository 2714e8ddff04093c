import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import type { FailedRuns, WeekRuns } from "#lib/review/review-facts.ts";
import { at } from "./review-keys.ts";

/** Far more than a review shows. */
const TABLES_MAX = 100;

interface RunsRow extends Record<string, unknown> {
  done: number;
  failed: number;
  cancelled: number;
  under_way: number;
  kept: boolean;
  tables: TableJson[];
}

interface TableJson {
  id: string;
  name: string;
  owner: string | null;
  failed: number;
  cancelled: number;
  failing: boolean;
  error: string | null;
}

/**
 * The runs that a schedule or a new snapshot asked for in `[from, asOf)`, and the tables of which some came to nothing, those first whose last
 * one did; one look at the runs of the week. What was skipped had nothing to do and is not counted. `kept` is false when no run is left from before the week's end.
 */
export async function readWeekRuns(db: Db, { from, asOf }: { from: Date; asOf: Date }): Promise<WeekRuns> {
  const { rows } = await db.execute<RunsRow>(sql`
    with counted as materialized (
      select table_id,
        count(*) filter (where state = 'succeeded') as done, count(*) filter (where state = 'failed') as failed,
        count(*) filter (where state = 'cancelled') as cancelled, count(*) filter (where state in ('queued', 'running')) as under_way,
        coalesce(max(queued_at) filter (where state = 'failed') > max(queued_at) filter (where state = 'succeeded'),
          bool_or(state = 'failed') and not bool_or(state = 'succeeded'), false) as failing
      from runs
      where queued_at >= ${at(from)} and queued_at < ${at(asOf)} and reason in ('schedule', 'snapshot')
      group by table_id
    ), named as (
      select table_id as id, name, owner, failed, cancelled, failing, last.error
      from counted
      join tables on tables.id = table_id
      left join lateral (
        select error_message as error from runs
        where runs.table_id = counted.table_id and state = 'failed' and queued_at >= ${at(from)} and queued_at < ${at(asOf)}
        order by queued_at desc limit 1
      ) as last on true
      where failed + cancelled > 0
      order by failing desc, failed desc, name limit ${TABLES_MAX}
    )
    select coalesce(sum(done), 0)::int as done, coalesce(sum(failed), 0)::int as failed, coalesce(sum(cancelled), 0)::int as cancelled,
      coalesce(sum(under_way), 0)::int as under_way,
      coalesce((select min(queued_at) from runs) < ${at(asOf)}, false) as kept,
      coalesce((select json_agg(named order by failing desc, failed desc, name) from named), '[]'::json) as tables
    from counted`);
  const [row] = rows;
  return {
    done: row?.done ?? 0,
    failed: row?.failed ?? 0,
    cancelled: row?.cancelled ?? 0,
    underWay: row?.under_way ?? 0,
    kept: row?.kept ?? false,
    tables: (row?.tables ?? []).map(({ id, name, owner, failed, cancelled, failing, error }): FailedRuns => ({
      table: { id, name },
      owner,
      failed,
      cancelled,
      lastError: error,
      failing,
    })),
  };
}
