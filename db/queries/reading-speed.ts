import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import { CATALOG_OF_TABLE } from "./catalog-tables.ts";
import type { ReadingSpeed } from "#lib/estimate-seconds.ts";

/** Runs of so many newest ones say how fast tables are read now; of one table so many, so that no table speaks for all. */
const RUNS_MAX = { all: 200, table: 20 };

/**
 * How fast the newest runs read, as medians: those below `smallBytes`, whose time is mostly their start, and the others. Of tables of this
 * catalog, where any were read; else of all. null: no such run.
 */
export async function readReadingSpeed(
  db: Db,
  { catalog, smallBytes }: { catalog: string | null; smallBytes: number },
): Promise<ReadingSpeed> {
  const ofCatalog = catalog === null ? null : await speedOf(db, smallBytes, sql`${CATALOG_OF_TABLE} = ${catalog.toLowerCase()}`);
  if (ofCatalog !== null && ofCatalog.bytesPerMs !== null) return ofCatalog;
  return await speedOf(db, smallBytes, sql`true`);
}

/** Each table's runs by their index: all runs of a service are not sorted for a guess. */
async function speedOf(db: Db, smallBytes: number, which: SQL): Promise<ReadingSpeed> {
  const { rows } = await db.execute<{ small_ms: number | null; bytes_per_ms: number | null }>(sql`
    with newest as (
      select bytes, ms from tables
      cross join lateral (
        select cost_bytes::float8 as bytes, cost_ms::float8 as ms, queued_at from runs
        where table_id = tables.id and state = 'succeeded' and cost_bytes is not null and cost_ms > 0
        order by queued_at desc limit ${RUNS_MAX.table}
      ) as read
      where ${which} order by queued_at desc limit ${RUNS_MAX.all})
    select percentile_cont(0.5) within group (order by ms) filter (where bytes > 0 and bytes < ${smallBytes}) as small_ms,
      percentile_cont(0.5) within group (order by bytes / ms) filter (where bytes >= ${smallBytes}) as bytes_per_ms from newest`);
  return { smallMs: rows[0]?.small_ms ?? null, bytesPerMs: rows[0]?.bytes_per_ms ?? null };
}
