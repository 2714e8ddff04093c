import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { runs } from "../schema/runs.ts";
import { tables } from "../schema/tables.ts";
import type { ReadingSpeed } from "#lib/estimate-seconds.ts";

/** Runs of so many newest ones say how fast tables are read now. */
const RUNS_MAX = 200;

/**
 * How fast the newest runs read, as medians: those below `smallBytes`, whose time is mostly their start, and the others. Of tables of this
 * catalog, where any were read; else of all. null: no such run.
 */
export async function readReadingSpeed(
  db: Db,
  { catalog, smallBytes }: { catalog: string | null; smallBytes: number },
): Promise<ReadingSpeed> {
  const ofCatalog =
    catalog === null
      ? null
      : await speedOf(db, smallBytes, sql`starts_with(lower(${tables.definition} ->> 'location'), ${`catalog:${catalog}/`.toLowerCase()})`);
  if (ofCatalog !== null && ofCatalog.bytesPerMs !== null) return ofCatalog;
  return await speedOf(db, smallBytes, sql`true`);
}

async function speedOf(db: Db, smallBytes: number, which: ReturnType<typeof sql>): Promise<ReadingSpeed> {
  const { rows } = await db.execute<{ small_ms: number | null; bytes_per_ms: number | null }>(sql`
    with newest as (
      select ${runs.costBytes} as bytes, ${runs.costMs} as ms from ${runs} join ${tables} on ${tables.id} = ${runs.tableId}
      where ${runs.state} = 'succeeded' and ${runs.costBytes} is not null and ${runs.costMs} > 0 and ${which}
      order by ${runs.finishedAt} desc limit ${RUNS_MAX})
    select percentile_cont(0.5) within group (order by ms) filter (where bytes > 0 and bytes < ${smallBytes}) as small_ms,
      percentile_cont(0.5) within group (order by bytes / ms) filter (where bytes >= ${smallBytes}) as bytes_per_ms from newest`);
  return { smallMs: rows[0]?.small_ms ?? null, bytesPerMs: rows[0]?.bytes_per_ms ?? null };
}
