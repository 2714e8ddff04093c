import type { DuckDBDataChunk } from "@duckdb/node-api";
import { z } from "zod";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { PartOfRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import type { HashBuckets } from "#lib/iceberg/duckdb/profile/hash-buckets.ts";
import type { KeyGroups } from "#lib/iceberg/duckdb/profile/key-groups.ts";
import type { RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";

const IN_SCOPE = 1;
const KEY_NULL = 2;
const PARTITION_NULL = 4;
const GHOST = 8;
const SOFT_DELETED = 16;
const KEY_BYTES_NULL = 32;
const UNAVAILABLE = 64;

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
  unavailableValueRows: number;
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
function hashesSql(rows: string, columns: RowColumns, wide: boolean): string {
  const flags = [
    `CASE WHEN ${columns.inScope} THEN ${IN_SCOPE} ELSE 0 END`,
    flag(columns.anyKeyNull, KEY_NULL),
    flag(columns.pair && "__partition IS NULL", PARTITION_NULL),
    flag(columns.ghost, GHOST),
    flag(columns.softDeleted, SOFT_DELETED),
    flag(columns.unavailable, UNAVAILABLE),
    flag(wide && columns.keyBytes ? `${columns.keyBytes} IS NULL` : null, KEY_BYTES_NULL),
  ].join("");
  const times = [columns.eventTime, columns.sourceTime].map((time, index) =>
    time ? `, coalesce(${time}, '-infinity'::DOUBLE) AS t${index}` : "",
  );
  const evidence = [
    `md5_number(${columns.identity}) AS m`,
    columns.pair && `${columns.pairHash} AS p`,
    columns.keyBytes && `hash(${columns.keyBytes}) AS b`,
  ];
  const more = wide ? evidence.flatMap((column) => (column ? [`, ${column}`] : [])).join("") : "";
  return `SELECT ${columns.hash} AS h, (${flags})::UTINYINT AS f${times.join("")}${more} FROM (${rows}) r`;
}

/**
 * A whole column of a chunk without a value a call: 20 million BigInts would cost more than the scan. The library has no public way to it;
 * should the field go, this throws and no count is made.
 */
export function columnItems<A>(chunk: DuckDBDataChunk, index: number, kind: abstract new (...args: never[]) => A): A {
  const found: unknown = Reflect.get(chunk.getColumnVector(index), "items");
  if (!(found instanceof kind)) throw new Error(`column ${index} of a statement is not a ${kind.name}: the DuckDB client has changed`);
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

/** Above so many rows a part's hashes are streamed. */
const COLLECTED_ROWS_MAX = 8_000_000;
/** Statements that run side by side: while one is looked at here, another one reads. */
const STATEMENTS = 2;

/** Takes the keys of the rows in scope, chunk by chunk; `at` is the first column after hash, flags and times. */
export interface KeySink {
  wide: boolean;
  take: (chunk: DuckDBDataChunk, rows: number, hash: Uint32Array, flags: Uint8Array, at: number, part: number) => void;
}

const wordsOf = (values: BigUint64Array, rows: number) => new Uint32Array(values.buffer, values.byteOffset, 2 * rows);

/** Collects hashes alone. */
export function hashSink(buckets: HashBuckets): KeySink {
  return {
    wide: false,
    take: (_, rows, hash, flags, __, part) => buckets.add(hash, flags, rows, { mask: IN_SCOPE | KEY_NULL, wanted: IN_SCOPE, part }),
  };
}

/** Collects what groups need. */
export function groupSink(groups: KeyGroups, columns: RowColumns): KeySink {
  const flag = { mask: IN_SCOPE | KEY_NULL, wanted: IN_SCOPE, pairNull: PARTITION_NULL, keyBytesNull: KEY_BYTES_NULL };
  return {
    wide: true,
    take: (chunk, rows, hash, flags, at, part) => {
      const view: unknown = Reflect.get(chunk.getColumnVector(at), "dataView");
      if (!(view instanceof DataView)) throw new Error(`column ${at} of a statement is not a DataView: the DuckDB client has changed`);
      const md5 = new Uint32Array(view.buffer, view.byteOffset, 4 * rows);
      const pair = columns.pair ? wordsOf(columnItems(chunk, at + 1, BigUint64Array), rows) : null;
      const keyBytes = columns.keyBytes ? wordsOf(columnItems(chunk, at + (pair ? 2 : 1), BigUint64Array), rows) : null;
      groups.add(rows, { hash, md5, pair, keyBytes, flags, part }, flag);
    },
  };
}

/**
 * One pass over all rows: counts, and what `sink` makes of the keys of rows in scope. Reads the key, partition, op, flag, time and filter
 * columns, and the key bytes for a wide sink.
 * In: the reading in parts; after the first, `goOn` may end the pass by what the sink saw. Out: null when it did.
 */
export async function scanKeys(
  database: Database,
  parts: readonly PartOfRows[],
  columns: RowColumns,
  sink: KeySink,
  goOn: (shareRead: number) => boolean,
): Promise<RowCounts | null> {
  const expected = parts.reduce((sum, part) => sum + part.rows, 0);
  const byFlags = new Float64Array(256);
  const latest = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const times = [columns.eventTime, columns.sourceTime].flatMap((time, index) => (time ? [index] : []));
  const take = (chunk: DuckDBDataChunk, part: number): void => {
    const n = chunk.rowCount;
    const flags = columnItems(chunk, 1, Uint8Array);
    for (let row = 0; row < n; row++) byFlags[flags[row] as number] = (byFlags[flags[row] as number] as number) + 1;
    sink.take(chunk, n, wordsOf(columnItems(chunk, 0, BigUint64Array), n), flags, 2 + times.length, part);
    times.forEach((which, position) => {
      latest[which] = greatest(columnItems(chunk, 2 + position, Float64Array), flags, n, latest[which] as number);
    });
  };
  const statements = parts.map(({ sql, rows }, part) => ({ sql: hashesSql(sql, columns, sink.wide), rows, part }));
  const [streamed = [], collected = []] = [true, false].map((large) =>
    statements.filter(({ rows }) => rows > COLLECTED_ROWS_MAX === large),
  );
  let ended = false;
  const judge = (part: number): boolean => {
    if (part === 0 && parts.length > 1) ended = !goOn(rowsIn(byFlags) / expected);
    return !ended;
  };
  for (const { sql, part } of streamed) {
    if (!ended) await database.stream(sql, (chunk) => take(chunk, part));
    judge(part);
  }
  const partOf = (statement: number) => collected[statement]?.part ?? 0;
  await database.collect(
    ended ? [] : collected.map(({ sql }) => sql),
    STATEMENTS,
    (chunk, statement) => take(chunk, partOf(statement)),
    (statement) => judge(partOf(statement)),
  );
  if (ended) return null;
  return toCounts(byFlags, latest);
}

function rowsIn(byFlags: Float64Array): number {
  return byFlags.reduce((sum, n) => sum + n, 0);
}

/** What a pass comes to. In: rows by their flags, and the latest times, which are -Infinity where there was none. */
function toCounts(byFlags: Float64Array, latest: readonly number[]): RowCounts {
  const known = (time: number | undefined) => (time === undefined || time === Number.NEGATIVE_INFINITY ? null : time);
  return {
    rowsRead: rowsIn(byFlags),
    rows: rowsWith(byFlags, IN_SCOPE, IN_SCOPE),
    nullKeyRows: rowsWith(byFlags, IN_SCOPE | KEY_NULL, IN_SCOPE | KEY_NULL),
    keyedRowsWithoutPartition: rowsWith(byFlags, IN_SCOPE | KEY_NULL | PARTITION_NULL, IN_SCOPE | PARTITION_NULL),
    ghostRows: rowsWith(byFlags, IN_SCOPE | GHOST, IN_SCOPE | GHOST),
    softDeletedRows: rowsWith(byFlags, IN_SCOPE | SOFT_DELETED, IN_SCOPE | SOFT_DELETED),
    unavailableValueRows: rowsWith(byFlags, IN_SCOPE | UNAVAILABLE, IN_SCOPE | UNAVAILABLE),
    latestEventTime: known(latest[0]),
    latestSourceTime: known(latest[1]),
  };
}

/** As scanKeys, to its end whatever the sink saw. */
export async function scanAllKeys(
  database: Database,
  parts: readonly PartOfRows[],
  columns: RowColumns,
  sink: KeySink,
): Promise<RowCounts> {
  const counts = await scanKeys(database, parts, columns, sink, () => true);
  if (!counts) throw new Error("a pass that may not end early did");
  return counts;
}

/** The counts of a pass without its keys, by SQL alone: no row is handed over. */
export async function countRows(database: Database, rows: string, columns: RowColumns): Promise<RowCounts> {
  const times = [columns.eventTime, columns.sourceTime].map((time, index) =>
    time ? `max(t${index}) FILTER (f & ${IN_SCOPE} <> 0 AND t${index} > '-infinity'::DOUBLE)` : "NULL::DOUBLE",
  );
  const groups = await database.rows(
    `SELECT f AS flags, count(*) AS n, ${times.map((time, index) => `${time} AS time${index}`).join(", ")} FROM (${hashesSql(rows, columns, false)}) GROUP BY f`,
    z.object({ flags: count, n: count, time0: z.number().nullable(), time1: z.number().nullable() }),
  );
  const byFlags = new Float64Array(256);
  for (const { flags, n } of groups) byFlags[flags] = n;
  const latest = (["time0", "time1"] as const).map((name) => Math.max(...groups.map((group) => group[name] ?? Number.NEGATIVE_INFINITY)));
  return toCounts(byFlags, latest);
}
