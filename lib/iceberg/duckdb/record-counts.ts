import { z } from "zod";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import { fileLiterals } from "#lib/iceberg/duckdb/sql.ts";
import type { DataFile } from "#lib/iceberg/plan/entries.ts";
import { unifyScheme } from "#lib/store-place.ts";

const FILES_PER_STATEMENT = 500;

/** The doubt about a delete file that holds another number of rows than its manifest says. */
export function wrongDeleteCount(what: string, { path, recordCount }: { path: string; recordCount: number }, rows: number): string {
  return `The ${what} ${path} holds ${rows} rows where its manifest says ${recordCount}. Check who wrote it, or rewrite the table's deletes.`;
}

/**
 * Files whose Parquet footer says another number of rows than their manifest entry. Where deletes are applied the sum of the rows read
 * proves nothing, so each data file is held to its own count. Reads footers only; Avro has none.
 */
export async function wrongRecordCounts(
  database: Database,
  files: readonly Pick<DataFile, "path" | "openPath" | "format" | "recordCount">[],
): Promise<{ path: string; recordCount: number; rows: number }[]> {
  const wrong: { path: string; recordCount: number; rows: number }[] = [];
  const paths = [...new Set(files.filter((file) => file.format === "PARQUET").map((file) => file.openPath))];
  const rows = new Map<string, number>();
  for (let start = 0; start < paths.length; start += FILES_PER_STATEMENT) {
    const found = await database.rows(
      `SELECT file_name, num_rows FROM parquet_file_metadata(${fileLiterals(paths.slice(start, start + FILES_PER_STATEMENT))})`,
      z.object({ file_name: z.string(), num_rows: count }),
    );
    for (const file of found) rows.set(unifyScheme(file.file_name), file.num_rows);
  }
  for (const file of files) {
    const held = rows.get(file.openPath);
    if (held !== undefined && held !== file.recordCount) wrong.push({ path: file.path, recordCount: file.recordCount, rows: held });
  }
  return wrong;
}
