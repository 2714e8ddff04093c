import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";

/** The time by Postgres's clock. */
export async function readClock(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ ms: number }>(sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`);
  return new Date(rows[0]?.ms ?? Number.NaN);
}
