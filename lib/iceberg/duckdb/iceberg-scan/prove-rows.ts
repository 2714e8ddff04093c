import { z } from "zod";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import type { RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";

const proof = z.object({ read: count, rows: count, null_key_rows: count, keys: z.string() });

/** What the rows of one reading add up to. */
export interface RowsProof {
  /** The filter not applied. */
  rowsRead: number;
  rows: number;
  nullKeyRows: number;
  /** Sum of the hashes of all keys: two readings with the same rows have the same. */
  keys: string;
}

/** One pass over the key columns of the live rows. The filter is no WHERE clause, so that no pruning can lose a row. */
export async function addUpRows(database: Database, live: LiveRows, columns: RowColumns): Promise<RowsProof> {
  const { read, rows, null_key_rows, keys } = await database.row(
    `SELECT count(*) AS read, count(*) FILTER (${columns.inScope}) AS rows,
       count(*) FILTER (${columns.inScope} AND ${columns.anyKeyNull}) AS null_key_rows,
       coalesce(sum(${columns.hash}::HUGEINT) FILTER (${columns.inScope}), 0)::VARCHAR AS keys
     FROM (${live.sql(columns.fields, { deletes: "applied" })}) r`,
    proof,
  );
  return { rowsRead: read, rows, nullKeyRows: null_key_rows, keys };
}
