import { z } from "zod";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { isInvalidText } from "#lib/iceberg/plan/read-error.ts";

const NOT_TEXT =
  "A column that the causes need holds text that is not valid UTF-8, which DuckDB does not read. Correct those rows where they come from.";

function ranOut(cause: unknown): boolean {
  return cause instanceof Error && cause.message.startsWith("Out of Memory Error");
}

/** Whether an error says that only the causes cannot be found: memory or its spill ends, or a column that only they read is no text. */
export function isOfCauses(cause: unknown): boolean {
  return ranOut(cause) || isInvalidText(cause);
}

/** Why there are no causes. In: an error of `isOfCauses`, and how many keys are duplicated. Pure. */
export function whyNotExplained(cause: unknown, keys: number): string {
  if (!ranOut(cause)) return NOT_TEXT;
  return `The causes of ${keys} duplicated keys need more memory or disk than a reading may use: raise BERGWATCH_MEMORY_MAX or BERGWATCH_SPILL_MAX.`;
}

export async function tableNames(database: Database): Promise<Set<string>> {
  const tables = await database.rows("SELECT table_name AS name FROM duckdb_tables()", z.object({ name: z.string() }));
  return new Set(tables.map(({ name }) => name));
}

/** Frees what a search for causes has made so far. In: the tables that were there before. */
export async function dropOthers(database: Database, kept: ReadonlySet<string>): Promise<void> {
  for (const name of await tableNames(database)) if (!kept.has(name)) await database.drop(name);
}
