import { z } from "zod";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import type { Planned } from "#lib/iceberg/duckdb/plan-run.ts";
import { HASH_BYTES, SUSPECT_SHARE_MAX } from "#lib/iceberg/duckdb/profile/count-keys.ts";
import { HashBuckets } from "#lib/iceberg/duckdb/profile/hash-buckets.ts";
import { countRows, hashSink, scanAllKeys, type RowCounts } from "#lib/iceberg/duckdb/profile/scan-hashes.ts";
import { hashList, HASHES } from "#lib/iceberg/duckdb/profile/two-phases.ts";
import { pairText } from "#lib/iceberg/duckdb/samples/sample-keys.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";

/**
 * Rows of (at least) all duplicated keys, grouped: `__k0…`, `partition` as it is shown, `key_bytes`, and how many rows `c`. Grouped without a list, so that DuckDB
 * can spill it.
 */
export const PAIRS = "own_key_pairs";

/**
 * One pass that counts the rows and finds the hashes that came more than once, where they fit into memory; a second that groups the rows of
 * these hashes into PAIRS, or all rows where the hashes rule out little. Throws Error when the second pass sees other rows than the first.
 */
export async function groupPairs(
  database: Database,
  live: LiveRows,
  { rows: columns, columns: asked }: Pick<Planned, "rows" | "columns">,
): Promise<{ counts: RowCounts; pairs: number }> {
  const expected = live.recordCount;
  const buckets = expected * HASH_BYTES > database.memoryBytesMax / 2 ? null : new HashBuckets(expected);
  const parts = live.parts(columns.fields, { deletes: "applied" });
  const counts = buckets
    ? await scanAllKeys(database, parts, columns, hashSink(buckets))
    : await countRows(database, live.sql(columns.fields, { deletes: "applied" }), columns);
  const repeated = buckets?.repeated();
  buckets?.release();
  const suspects = repeated && repeated.rows <= SUSPECT_SHARE_MAX * counts.rows ? repeated : null;
  const wanted = suspects ? ` AND ${columns.hash} IN (${await hashList(database, suspects.hashes)})` : "";
  const keys = columns.key.join(", ");
  const partition = columns.pair ? `CASE WHEN pair IS NOT NULL THEN ${pairText(asked, "pair")} END` : "NULL::VARCHAR";
  await database.run(`CREATE OR REPLACE TABLE ${PAIRS} AS SELECT ${keys}, ${partition} AS partition, key_bytes, count(*) AS c FROM (
    SELECT ${keys}, ${columns.pair ?? "NULL"} AS pair, ${columns.keyBytes ?? "NULL::BLOB"} AS key_bytes
    FROM (${live.sql(columns.fields, { deletes: "applied" })}) r WHERE ${columns.inScope} AND NOT ${columns.anyKeyNull}${wanted}) GROUP BY ALL`);
  await database.drop(HASHES);
  const grouped = await database.row(
    `SELECT count(*) AS pairs, coalesce(sum(c), 0)::BIGINT AS n FROM ${PAIRS}`,
    z.object({ pairs: count, n: count }),
  );
  const rows = suspects ? suspects.rows : counts.rows - counts.nullKeyRows;
  if (grouped.n !== rows) throw new Error(`two passes over one snapshot saw ${rows} and ${grouped.n} rows`);
  return { counts, pairs: grouped.pairs };
}
