import type { DuckDBDataChunk } from "@duckdb/node-api";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { PairCauses } from "#lib/iceberg/duckdb/export/explain-pairs.ts";
import type { ExportedKey } from "#lib/iceberg/duckdb/export/key-file.ts";
import { NUMBERED, partitionLists, type PartitionLists } from "#lib/iceberg/duckdb/export/partition-lists.ts";
import type { Planned } from "#lib/iceberg/duckdb/plan-run.ts";
import { keyTexts } from "#lib/iceberg/duckdb/samples/sample-keys.ts";
import { plainKeyHash } from "#lib/key-hash.ts";

/** What a (key, partition, key bytes) may cost while keys are put together. */
const PAIR_BYTES = 256;
const MEMORY_SHARE = 1 / 4;

interface Columns {
  lists: PartitionLists;
  causes: PairCauses;
}

/**
 * SQL for the duplicated keys of PAIRS, in statements that together give each once: one where DuckDB can spill it, else some, each of the
 * keys whose hash falls to it. Most rows first where the pairs fit into memory, else in no order.
 */
function statements(database: Database, { columns, rows }: Planned, pairs: number, { lists, causes }: Columns): string[] {
  const fits = Math.max(1, Math.floor((database.memoryBytesMax * MEMORY_SHARE) / PAIR_BYTES));
  const parts = lists.spills ? 1 : Math.max(1, Math.ceil(pairs / fits));
  const keys = rows.key.map((name) => `k.${name}`).join(", ");
  const lasts = lists.sql.map((sql, index) => ({ sql, name: `list_${index}` }));
  const keyBytes = rows.keyBytes ? "count(DISTINCT k.key_bytes)" : "NULL::BIGINT";
  return Array.from({ length: parts }, (_, part) => {
    const of = parts > 1 ? ` WHERE hash(${keys}) % ${parts} = ${part}` : "";
    const order = pairs <= fits ? ` ORDER BY n DESC, ${keys}` : "";
    const grouped = [keys, "sum(k.c)::BIGINT AS n", `${keyBytes} AS key_bytes`, ...lasts.map(({ sql, name }) => `${sql} AS ${name}`)];
    const shown = [...keyTexts(columns), "k.n", "k.key_bytes", ...causes.sql.map((name) => `w.${name}`), ...lasts.map(({ name }) => name)];
    const caused = causes.from === null ? "" : ` LEFT JOIN ${causes.from} w ON w.id = md5_number(${rows.identity})`;
    return `SELECT ${shown.join(", ")}
      FROM (SELECT ${grouped.join(", ")} FROM ${lists.from}${of} GROUP BY ${keys} HAVING sum(k.c) > 1) k${caused}${order}`;
  });
}

const counted = (value: unknown): number => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Error(`not a whole number below 2^53: ${String(value)}`);
  return number;
};

/** The keys of one chunk, with their hash; the cells of masked columns say so. */
function* keysOf(chunk: DuckDBDataChunk, masked: readonly boolean[], { lists, causes }: Columns): Generator<ExportedKey> {
  const columns = Array.from({ length: chunk.columnCount }, (_, index) => chunk.getColumnVector(index));
  const text = (column: number, row: number): string => {
    const value = columns[column]?.getItem(row);
    if (typeof value !== "string") throw new Error(`cell ${column} of a duplicated key is not text`);
    return value;
  };
  const at = masked.length;
  for (let row = 0; row < chunk.rowCount; row++) {
    const key = masked.map((_, column) => text(column, row));
    const keyBytes = columns[at + 1]?.getItem(row);
    yield {
      cells: key.map((value, column) => (masked[column] ? "masked" : value)),
      hash: plainKeyHash(key),
      rows: counted(columns[at]?.getItem(row)),
      partitions: lists.read(columns.slice(at + 2 + causes.sql.length).map((column) => column.getItem(row))),
      keyBytes: keyBytes === null ? null : counted(keyBytes),
      why: causes.read(columns.slice(at + 2, at + 2 + causes.sql.length).map((column) => counted(column.getItem(row)))),
    };
  }
}

/**
 * Hands over every duplicated key of PAIRS, which has `pairs` rows, without keeping them. In: which key columns are masked, whether partitions
 * are shown, and the causes of these keys.
 */
export async function streamDuplicatedKeys(
  database: Database,
  planned: Planned,
  { pairs, masked, partitions, causes }: { pairs: number; masked: readonly boolean[]; partitions: boolean; causes: PairCauses },
  onKey: (key: ExportedKey) => void,
): Promise<void> {
  const columns = { lists: await partitionLists(database, partitions && planned.rows.pair !== null), causes };
  for (const sql of statements(database, planned, pairs, columns)) {
    await database.stream(sql, (chunk) => {
      for (const key of keysOf(chunk, masked, columns)) onKey(key);
    });
  }
  await database.drop(NUMBERED);
}
