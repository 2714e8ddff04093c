import type { DuckDBDataChunk } from "@duckdb/node-api";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { HashBuckets } from "#lib/iceberg/duckdb/profile/hash-buckets.ts";
import type { RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";

const IN_SCOPE = 1;
const KEY_NULL = 2;
const PARTITION_NULL = 4;
const GHOST = 8;
const SOFT_DELETED = 16;

/** What one pass over the rows tells without looking at a key. */
export interface RowCounts {
  /** Rows that the reading gave, the filter not applied. */
  rowsRead: number;
  rows: number;
  nullKeyRows: number;
  /** Rows with a key whose Kafka partition is NULL. */
  keyedRowsWithoutPartition: number;
  ghostRows: number;
  softDeletedRows: number;
  /** Microseconds since the epoch; null when no row has one. */
  latestEventTime: number | null;
  latestSourceTime: number | null;
}

function flag(condition: string | null, bit: number): string {
  return condition === null ? "" : ` + CASE WHEN ${condition} THEN ${bit} ELSE 0 END`;
}

/**
 * One row a table row: key hash, flags, times. The filter is a flag and no WHERE clause, so that no pruning can lose a row and every row
 * that was read is counted.
 */
function hashesSql(rows: string, columns: RowColumns): string {
  const flags = [
    `CASE WHEN ${columns.inScope} THEN ${IN_SCOPE} ELSE 0 END`,
    flag(columns.anyKeyNull, KEY_NULL),
    flag(columns.pair && "__partition IS NULL", PARTITION_NULL),
    flag(columns.ghost, GHOST),
    flag(columns.softDeleted, SOFT_DELETED),
  ].join("");
  const times = [columns.eventTime, columns.sourceTime].map((time, index) =>
    time ? `, coalesce(${time}, '-infinity'::DOUBLE) AS t${index}` : "",
  );
  return `SELECT ${columns.hash} AS h, (${flags})::UTINYINT AS f${times.join("")} FROM (${rows}) r`;
}

/**
 * A whole column of a chunk without a value a call: 20 million BigInts would cost more than the scan. The library has no public way to it;
 * should the field go, this throws and no count is made.
 */
function items<A>(chunk: DuckDBDataChunk, index: number, kind: abstract new (...args: never[]) => A): A {
  const found: unknown = Reflect.get(chunk.getColumnVector(index), "items");
  if (!(found instanceof kind)) throw new Error(`column ${index} of a statement is no ${kind.name}: the DuckDB client has changed`);
  return found;
}

function greatest(values: Float64Array, flags: Uint8Array, rows: number, before: number): number {
  let most = before;
  for (let row = 0; row < rows; row++) {
    if (((flags[row] as number) & IN_SCOPE) !== 0 && (values[row] as number) > most) most = values[row] as number;
  }
  return most;
}

/** Sums of the histogram of flags: rows whose flags, masked, equal `wanted`. */
function rowsWith(byFlags: Float64Array, mask: number, wanted: number): number {
  return byFlags.reduce((sum, rows, flags) => ((flags & mask) === wanted ? sum + rows : sum), 0);
}

/**
 * One pass over all rows: counts, and the hashes of the keys of rows in scope. Reads the key, partition, op, flag, time and filter columns.
 * In: `rows`, the SQL of the reading; about how many rows to expect.
 */
export async function scanHashes(
  database: Database,
  rows: string,
  columns: RowColumns,
  expected: number,
): Promise<{ counts: RowCounts; buckets: HashBuckets }> {
  const buckets = new HashBuckets(expected);
  const byFlags = new Float64Array(256);
  const latest = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const times = [columns.eventTime, columns.sourceTime].flatMap((time, index) => (time ? [index] : []));
  await database.stream(hashesSql(rows, columns), (chunk) => {
    const n = chunk.rowCount;
    const hashes = items(chunk, 0, BigUint64Array);
    const flags = items(chunk, 1, Uint8Array);
    for (let row = 0; row < n; row++) byFlags[flags[row] as number] = (byFlags[flags[row] as number] as number) + 1;
    buckets.add(new Uint32Array(hashes.buffer, hashes.byteOffset, 2 * n), flags, n, IN_SCOPE | KEY_NULL, IN_SCOPE);
    times.forEach((which, position) => {
      latest[which] = greatest(items(chunk, 2 + position, Float64Array), flags, n, latest[which] as number);
    });
  });
  const known = (time: number | undefined) => (time === undefined || time === Number.NEGATIVE_INFINITY ? null : time);
  const counts: RowCounts = {
    rowsRead: byFlags.reduce((sum, n) => sum + n, 0),
    rows: rowsWith(byFlags, IN_SCOPE, IN_SCOPE),
    nullKeyRows: rowsWith(byFlags, IN_SCOPE | KEY_NULL, IN_SCOPE | KEY_NULL),
    keyedRowsWithoutPartition: rowsWith(byFlags, IN_SCOPE | KEY_NULL | PARTITION_NULL, IN_SCOPE | PARTITION_NULL),
    ghostRows: rowsWith(byFlags, IN_SCOPE | GHOST, IN_SCOPE | GHOST),
    softDeletedRows: rowsWith(byFlags, IN_SCOPE | SOFT_DELETED, IN_SCOPE | SOFT_DELETED),
    latestEventTime: known(latest[0]),
    latestSourceTime: known(latest[1]),
  };
  return { counts, buckets };
}
