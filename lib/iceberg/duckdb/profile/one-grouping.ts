import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { KEYS } from "#lib/iceberg/duckdb/profile/key-counts.ts";
import type { RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";

/**
 * Groups all rows by their real keys into KEYS (duplicated keys only). For tables where a large share of the keys is duplicated: there a
 * second pass over the suspects reads nearly everything again. Grouping by key and partition first keeps the distinct count cheap.
 */
export async function groupAllKeys(database: Database, rows: string, columns: RowColumns): Promise<void> {
  const keys = columns.key.join(", ");
  const inner = [...columns.key, ...(columns.pair ? ["pair"] : []), ...(columns.keyBytes ? ["key_bytes"] : [])].join(", ");
  const pairs = columns.pair ? "count(DISTINCT pair)" : "0";
  const nullPairs = columns.pair ? "coalesce(sum(c) FILTER (pair IS NULL), 0)::BIGINT" : "0";
  const keyBytes = columns.keyBytes ? "count(DISTINCT key_bytes)" : "0";
  await database.run(`CREATE OR REPLACE TABLE ${KEYS} AS
    SELECT ${keys}, sum(c)::BIGINT AS n, ${pairs} AS pairs, ${nullPairs} AS null_pairs, ${keyBytes} AS key_bytes
    FROM (SELECT ${inner}, count(*) AS c FROM (
      SELECT ${keys}, ${columns.pair ?? "NULL"} AS pair, ${columns.keyBytes ?? "NULL"} AS key_bytes
      FROM (${rows}) r WHERE ${columns.inScope} AND NOT ${columns.anyKeyNull}) GROUP BY ${inner})
    GROUP BY ${keys} HAVING sum(c) > 1`);
}
