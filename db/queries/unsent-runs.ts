import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { QUEUE_SCHEMA } from "../queue.ts";
import type { RunRow } from "./runs.ts";

/**
 * Runs under way, without a sign of life for so long, that no waiting or active job of the queue stands for; oldest first.
 * Reads the queue's own table (pg-boss 12): it alone knows. The index on state and key serves the inner query.
 */
export async function listRunsWithoutJob(
  db: Db,
  { olderThanSeconds }: { olderThanSeconds: number },
): Promise<Pick<RunRow, "id" | "tableId" | "priority">[]> {
  const { rows } = await db.execute<{ id: string; table_id: string; priority: number }>(sql`
    select id, table_id, priority from runs
    where state in ('queued', 'running')
      and greatest(queued_at, coalesce(heartbeat_at, queued_at)) < now() - make_interval(secs => ${olderThanSeconds})
      and not exists (
        select from ${sql.identifier(QUEUE_SCHEMA)}.job
        where name = 'run-table' and singleton_key = runs.table_id::text and state < 'completed' and data ->> 'runId' = runs.id::text)
    order by queued_at, id`);
  return rows.map(({ id, table_id, priority }) => ({ id, tableId: table_id, priority }));
}
