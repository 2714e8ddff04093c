import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";

const PEOPLE_MAX = 200;

/** People and teams that the store knows by name, the most recent first: owners of tables, and who signed, was assigned or decides. */
export async function listPeople(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from (
      select assignee as name, last_opened_at as at from incidents
      union all select by, at from incident_events
      union all select owner, updated_at from review_entries
      union all select created_by, created_at from review_entries
      union all select by, "from" from silences
      union all select owner, updated_at from tables where archived_at is null
    ) as seen
    where name is not null
    group by name
    order by max(at) desc, name
    limit ${PEOPLE_MAX}`);
  return rows.map(({ name }) => name);
}
