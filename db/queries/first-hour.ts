import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import type { FirstHour } from "#lib/contracts/first-hour.ts";
import { findServiceState } from "./service-states.ts";

interface Row extends Record<string, unknown> {
  has_table: boolean;
  has_channel: boolean;
  has_owner: boolean;
  has_review: boolean;
  ownerless: string | null;
}

/**
 * What of the first hour is done. Only own tables count; a review counts when it was closed after the first own table was added, since an earlier
 * one was about samples. A channel counts when a worker uses it.
 */
export async function readFirstHour(db: Db): Promise<FirstHour> {
  const [facts, state] = await Promise.all([
    db.execute<Row>(sql`
      with own as (select id, owner, source, archived_at, created_at from tables where source <> 'sample'),
        watched as (select * from own where archived_at is null)
      select
        exists (select from watched) as has_table,
        exists (
          select from service_states
          where name = 'configuration' and jsonb_path_exists(value, '$.service.notifications.channels[*]')
        ) as has_channel,
        exists (select from watched where owner is not null) as has_owner,
        exists (select from reviews where closed_at >= (select min(created_at) from own)) as has_review,
        (select id from watched where owner is null order by source = 'settings' desc, created_at, id limit 1) as ownerless`),
    findServiceState(db, "first_hour"),
  ]);
  const [row] = facts.rows;
  if (row === undefined) throw new Error("a select without a from clause has one row");
  return {
    done: { table: row.has_table, channel: row.has_channel, owner: row.has_owner, review: row.has_review },
    ownerlessTableId: row.ownerless,
    shown: state?.shown ?? true,
  };
}
