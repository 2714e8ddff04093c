import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { AppError } from "#lib/errors.ts";
import { checkServerVersion, type Database, type Db, type Session } from "./client.ts";
import { asStoreError, describeAddress } from "./store-errors.ts";

const FOLDER = join(import.meta.dirname, "migrations");

/**
 * Brings the database to the schema of this code and returns the names of the migrations that this took; none when it was there already.
 * Two at once are safe: the second waits and finds nothing to do. All or nothing.
 * Throws AppError: store_unsupported (Postgres older than 15, or a schema newer than this code), store_unreachable, store_refused.
 */
export async function migrateDatabase({ openSession, url }: Pick<Database, "openSession" | "url">): Promise<string[]> {
  let session: Session | undefined;
  try {
    session = await openSession();
    const { db } = session;
    await checkServerVersion(db, url);
    await db.execute(sql`select pg_advisory_lock(hashtextextended('bergwatch migrations', 0))`);
    const known = await readJournal();
    const before = await lastApplied(db);
    const newest = known.at(-1)?.when ?? 0;
    if (before > newest) {
      throw new AppError(
        "store_unsupported",
        `The database at ${describeAddress(url)} was last used by a newer Bergwatch; start that version again, or give this one a database of its own.`,
      );
    }
    await migrate(db as NodePgDatabase, { migrationsFolder: FOLDER });
    return known.filter(({ when }) => when > before).map(({ tag }) => tag);
  } catch (error) {
    throw asStoreError(error, url);
  } finally {
    await session?.end();
  }
}

/** The migrations of this code, oldest first. */
async function readJournal(): Promise<{ tag: string; when: number }[]> {
  const text = await readFile(join(FOLDER, "meta", "_journal.json"), "utf8");
  return (JSON.parse(text) as { entries: { tag: string; when: number }[] }).entries;
}

/** When the newest applied migration was written, in milliseconds; 0 for an empty database. */
async function lastApplied(db: Db): Promise<number> {
  const table = await db.execute<{ name: string | null }>(sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`);
  if (table.rows[0]?.name == null) return 0;
  const newest = await db.execute<{ at: string | null }>(sql`select max(created_at) as at from drizzle.__drizzle_migrations`);
  return Number(newest.rows[0]?.at ?? 0);
}
