import { z } from "zod";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";
import { count, integerText } from "#lib/iceberg/duckdb/row-schemas.ts";

/**
 * Table of keys, one row a key: `__k0…`, `n` rows, `pairs` distinct (topic, partition), `null_pairs` rows without a partition,
 * `key_bytes` distinct key bytes, 2 for more. Holds at least every duplicated key.
 */
export const KEYS = "own_keys";

const PAIRS = "own_key_pairs";
/** What DuckDB needs for a key while it is grouped, a text of usual length: it can spill, but not where two threads each hold a large share. */
const GROUP_BYTES = 160;

/** Rows that are grouped by their keys, about so many; `kept`: which keys are told. */
export interface GroupRequest {
  rows: number;
  kept: "all" | "duplicated";
}

/**
 * Groups rows by their keys into KEYS, so many at a time by their hashes as fit into half of the memory. In: a relation with the key's columns, and 64
 * bits of each row's pair `p` and key bytes `b`, NULL where there are none. Grouped twice, by aggregates of fixed size in the place of distinct
 * counts, so that a key with most of the rows takes no more than another.
 */
export async function groupKeys(database: Database, columns: RowColumns, relation: string, { rows, kept }: GroupRequest): Promise<void> {
  const keys = columns.key.join(", ");
  const slices = Math.max(1, Math.ceil((rows * GROUP_BYTES) / (database.memoryBytesMax / 2)));
  const pairs = (slice: number) => `SELECT ${keys}, p, count(*) AS c, min(b) AS least_bytes, max(b) AS most_bytes
    FROM (${relation}) ${slices === 1 ? "" : `WHERE ${columns.hash} % ${slices} = ${slice}`} GROUP BY ${keys}, p`;
  const ofKeys = `SELECT ${keys}, sum(c)::BIGINT AS n, count(p) AS pairs, ${columns.pair ? "coalesce(sum(c) FILTER (p IS NULL), 0)::BIGINT" : "0"} AS null_pairs,
      CASE WHEN min(least_bytes) <> max(most_bytes) THEN 2 WHEN count(least_bytes) > 0 THEN 1 ELSE 0 END AS key_bytes
    FROM ${PAIRS} GROUP BY ${keys} ${kept === "all" ? "" : "HAVING sum(c) > 1"}`;
  for (let slice = 0; slice < slices; slice++) {
    await database.run(`CREATE OR REPLACE TABLE ${PAIRS} AS ${pairs(slice)}`);
    await database.run(slice === 0 ? `CREATE OR REPLACE TABLE ${KEYS} AS ${ofKeys}` : `INSERT INTO ${KEYS} ${ofKeys}`);
  }
  await database.drop(PAIRS);
}

/** SQL for 64 bits of a value, NULL where it is. */
export function bitsOf(value: string, hash = `hash(${value})`): string {
  return `CASE WHEN ${value} IS NOT NULL THEN ${hash} END`;
}

const optional = count.nullable();

/** What the keys of KEYS with more than one row add up to; the digest halves are sums of hash × rows, modulo 2^32. */
const duplicated = z.object({
  duplicated_keys: count,
  surplus_rows: count,
  rows_per_key_max: optional,
  null_pairs: count,
  p0: count,
  p1: count,
  p2: count,
  p3: count,
  p4: count,
  p5: count,
  pairs_max: optional,
  multi_key_bytes_keys: count,
  digest_low: count,
  digest_high: count,
});
export type DuplicatedKeys = z.infer<typeof duplicated>;

/** Aggregates over the groups of KEYS; the same for both ways of counting. */
export async function sumDuplicatedKeys(database: Database, columns: RowColumns): Promise<DuplicatedKeys> {
  const half = (sql: string) => `(coalesce(sum((${sql})::HUGEINT * n), 0) % 4294967296)::BIGINT`;
  const histogram = [0, 1, 2, 3, 4].map((bucket) => `count(*) FILTER (pairs = ${bucket}) AS p${bucket}`).join(", ");
  return await database.row(
    `SELECT count(*) AS duplicated_keys, coalesce(sum(n - 1), 0)::BIGINT AS surplus_rows, max(n) AS rows_per_key_max,
       coalesce(sum(null_pairs), 0)::BIGINT AS null_pairs, ${histogram}, count(*) FILTER (pairs > 4) AS p5, max(pairs) AS pairs_max,
       count(*) FILTER (key_bytes > 1) AS multi_key_bytes_keys,
       ${half(`${columns.hash} & 4294967295`)} AS digest_low, ${half(`${columns.hash} >> 32`)} AS digest_high
     FROM ${KEYS} WHERE n > 1`,
    duplicated,
  );
}

/** Hashes of the keys of KEYS with the most rows, ties by the key's own order. */
export async function worstHashes(database: Database, columns: RowColumns, worstMax: number): Promise<BigUint64Array> {
  const rows = await database.rows(
    `SELECT ${columns.hash} AS h FROM ${KEYS} WHERE n > 1 ORDER BY n DESC, ${columns.key.join(", ")} LIMIT ${worstMax}`,
    z.object({ h: integerText }),
  );
  return BigUint64Array.from(rows, ({ h }) => BigInt(h));
}
