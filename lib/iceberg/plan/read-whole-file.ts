import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";

/** A file's bytes, wherever it lies. Throws table_unreadable with `what` where there is none, or DuckDB's error. */
export async function readWholeFile(database: Database, path: string, what: string, mend: string): Promise<Buffer> {
  const content = await database.file(path);
  if (content === null) throw new AppError("table_unreadable", `${what} is gone: ${path} does not exist. ${mend}`);
  return content;
}
