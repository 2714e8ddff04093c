import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { runs } from "../schema/runs.ts";

/** A free reader takes a wish within a second; who waits longer waits for somebody. */
const WAIT_SECONDS = 2;
/** Longer silent, a run's worker is dead: ending it frees nothing. */
const SILENT_SECONDS = 10;

/**
 * Whether this running history reading should end for a run that a person asked for. One reading ends for each that waits: the one of the
 * same table, else the youngest, which loses least. A wish whose own table is read for another reason waits for that, and one that is to
 * be tried again later waits for its time.
 */
export async function shouldMakeRoom(db: Db, runId: string): Promise<boolean> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with waiting as (
      select table_id from ${runs} wish
      where state = 'queued' and reason = 'person' and coalesce(error_code, 'cancelled') = 'cancelled'
        and queued_at < now() - make_interval(secs => ${WAIT_SECONDS})
        and not exists (select from ${runs} other
          where other.table_id = wish.table_id and other.state = 'running' and other.reason <> 'history')
    ), in_the_way as (
      select id from ${runs}
      where state = 'running' and reason = 'history' and heartbeat_at > now() - make_interval(secs => ${SILENT_SECONDS})
      order by table_id in (select table_id from waiting) desc, started_at desc, id
      limit (select count(*) from waiting)
    )
    select id from in_the_way where id = ${runId}`);
  return rows.length > 0;
}
