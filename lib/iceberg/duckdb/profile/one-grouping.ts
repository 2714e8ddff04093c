import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { bitsOf, groupKeys } from "#lib/iceberg/duckdb/profile/key-counts.ts";
import type { RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";

/**
 * Groups all rows by their real keys into KEYS (duplicated keys only). For tables where a large share of the keys is duplicated, and which do not fit
 * into this process: there a second pass over the suspects reads nearly everything again. In: how many rows there are, as they were counted: manifests may say any
 * number, and by it the grouping is cut into slices.
 */
export async function groupAllKeys(database: Database, rows: string, columns: RowColumns, expected: number): Promise<void> {
  const pair = columns.pair ? bitsOf("__partition", columns.pairHash) : "NULL::UBIGINT";
  const bytes = columns.keyBytes ? bitsOf(columns.keyBytes) : "NULL::UBIGINT";
  const evidence = `SELECT ${columns.key.join(", ")}, ${pair} AS p, ${bytes} AS b FROM (${rows}) r WHERE ${columns.inScope} AND NOT ${columns.anyKeyNull}`;
  await groupKeys(database, columns, evidence, { rows: expected, kept: "duplicated" });
}
