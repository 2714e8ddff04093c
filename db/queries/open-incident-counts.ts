import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";

export interface OpenIncidentCounts {
  /** What asks for somebody: without sample tables where own tables are watched. */
  counted: number;
  /** Open incidents of sample tables that are left out of it. */
  leftOut: number;
}

/**
 * Open incidents of watched tables and of catalogs. Nobody has to fix a sample table, so its incidents count only in an installation that has no own
 * table, where there is nothing else to try the product on: as the overview's numbers do.
 */
export async function countOpenIncidents(db: Db): Promise<OpenIncidentCounts> {
  const { rows } = await db.execute<{ own: number; sample: number; has_own: boolean }>(sql`
    select count(*) filter (where t.source is distinct from 'sample')::int as own, count(*) filter (where t.source = 'sample')::int as sample,
      exists (select from tables where source <> 'sample' and archived_at is null) as has_own
    from incidents i left join tables t on t.id = i.table_id
    where i.state = 'open' and t.archived_at is null`);
  const { own, sample, has_own: hasOwn } = rows[0] ?? { own: 0, sample: 0, has_own: false };
  return hasOwn ? { counted: own, leftOut: sample } : { counted: own + sample, leftOut: 0 };
}
