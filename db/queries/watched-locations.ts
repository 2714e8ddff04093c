import { and, isNull, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { tables } from "../schema/tables.ts";

/** Whether a table of just this location is watched. */
export async function findWatchedLocation(db: Db, location: string): Promise<boolean> {
  const count = await db.$count(tables, and(isNull(tables.archivedAt), sql`${tables.definition} ->> 'location' = ${location}`));
  return count > 0;
}
