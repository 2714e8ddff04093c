import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import journal from "../migrations/meta/_journal.json" with { type: "json" };

/** How the database stands to this code: `older` until its migrations are applied, `newer` when a later Bergwatch was here. */
export type SchemaState = "current" | "older" | "newer";

/** Compares the newest migration applied with the newest of this code. Rejects with the driver's error when Postgres does not answer. */
export async function getSchemaState(db: Db): Promise<SchemaState> {
  const newest = journal.entries.at(-1)?.when ?? 0;
  const { rows: tables } = await db.execute<{ name: string | null }>(sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`);
  if (tables[0]?.name == null) return "older";
  const { rows } = await db.execute<{ at: string | null }>(sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`);
  const applied = Number(rows[0]?.at ?? 0);
  return applied === newest ? "current" : applied < newest ? "older" : "newer";
}
