import { z } from "zod";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { PAIRS } from "#lib/iceberg/duckdb/export/group-pairs.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";

/** The partitions of PAIRS, numbered in their order: `partition`, `id`. */
export const NUMBERED = "own_numbered_partitions";

const BITS = 62;
const WORDS_MAX = 16;
/** Lists that are kept as text; keys of one table share few. */
const KNOWN_MAX = 10_000;

/**
 * How the partitions of a key come out of a grouping. Where a table has up to a thousand, as bits: a grouping that DuckDB can spill. A list
 * cannot be spilled, so where there are more, keys have to be put together some at a time.
 */
export interface PartitionLists {
  /** Relation with PAIRS as `k`. */
  from: string;
  /** Columns of a grouping of it by key. */
  sql: string[];
  spills: boolean;
  /** JSON list from the values of these columns; null where partitions are not known. */
  read: (values: readonly unknown[]) => string | null;
}

/** Numbers the partitions of PAIRS. `known`: a partition column is given. */
export async function partitionLists(database: Database, known: boolean, bitsMax = BITS * WORDS_MAX): Promise<PartitionLists> {
  const from = `${PAIRS} k`;
  if (!known) return { from, sql: [], spills: true, read: () => null };
  await database.run(`CREATE OR REPLACE TABLE ${NUMBERED} AS SELECT partition, row_number() OVER (ORDER BY partition) - 1 AS id
    FROM (SELECT DISTINCT partition FROM ${PAIRS} WHERE partition IS NOT NULL)`);
  const { n } = await database.row(`SELECT count(*) AS n FROM ${NUMBERED}`, z.object({ n: count }));
  if (n > bitsMax) {
    const list = "to_json(coalesce(list_sort(list(DISTINCT k.partition) FILTER (k.partition IS NOT NULL)), []))::VARCHAR";
    return { from, sql: [list], spills: false, read: ([text]) => String(text) };
  }
  const names = await database.rows(`SELECT partition FROM ${NUMBERED} ORDER BY id`, z.object({ partition: z.string() }));
  const words = Array.from({ length: Math.ceil(n / BITS) }, (_, word) => word);
  return {
    from: `${from} LEFT JOIN ${NUMBERED} p ON p.partition = k.partition`,
    sql: words.map((word) => `coalesce(bit_or(1::BIGINT << (p.id % ${BITS})::BIGINT) FILTER (p.id // ${BITS} = ${word}), 0)::BIGINT`),
    spills: true,
    read: bitReader(names.map(({ partition }) => partition)),
  };
}

function bitReader(names: readonly string[]): PartitionLists["read"] {
  const known = new Map<string, string>();
  return (words) => {
    const key = words.join(" ");
    const found = known.get(key);
    if (found !== undefined) return found;
    const bits = words.map((word) => BigInt(String(word)));
    const text = JSON.stringify(names.filter((_, id) => ((bits[Math.floor(id / BITS)] ?? 0n) >> BigInt(id % BITS)) & 1n));
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(key, text);
    return text;
  };
}
