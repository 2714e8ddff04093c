import type { Shape, Truth } from "#e2e/bench/bench-table.ts";
import type { Field } from "#lib/testing/iceberg-writer/iceberg-schema.ts";

export const FIELDS: Field[] = [
  { id: 1, name: "order_id", required: false, type: "string" },
  { id: 2, name: "kafka_partition", required: false, type: "int" },
  { id: 3, name: "kafka_offset", required: false, type: "long" },
  { id: 4, name: "kafka_key", required: false, type: "binary" },
  { id: 5, name: "event_ts", required: false, type: "timestamp" },
  { id: 6, name: "customer_id", required: false, type: "long" },
  { id: 7, name: "status", required: false, type: "string" },
  { id: 8, name: "amount", required: false, type: "decimal(12, 2)" },
];

/** Rows are numbered from 0 in the order in which they were written; each has a key's number, and says how it strays from its key's first row. */
interface RowsSql {
  /** The key's number, over `n`. */
  key: string;
  /** What is added to the key's own partition, modulo `partitions`. */
  shift: string;
  partitions: number;
  /** True where the key bytes are the key as a JSON text. */
  jsonKey: string;
  truth: Truth;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** A step that visits each of n places once. */
function coprimeStep(n: number): number {
  let step = Math.max(1, Math.floor(n * 0.618));
  while (greatestCommonDivisor(n, step) !== 1) step++;
  return step;
}

/** 32 well mixed bits of a number below 2^31, in SQL without overflow: the same on every machine and version. */
function mixed(number: string): string {
  return `bench_mix((${number})::BIGINT)`;
}

export const MACROS = [
  `CREATE OR REPLACE MACRO bench_fold(x) AS xor(x, x >> 15)`,
  `CREATE OR REPLACE MACRO bench_mix(x) AS bench_fold(bench_fold((x + 1) * 2654435761 % 4294967296) * 1274126177 % 4294967296)`,
];

/**
 * Of each 1,001 rows the last repeats a key from anywhere in the table: every second of these in another Kafka partition, every tenth with
 * other key bytes.
 */
function fewDuplicates(rows: number): RowsSql {
  const blocks = Math.floor(rows / 1001);
  const block = "(n // 1001)";
  const target = `((${block} * ${coprimeStep(blocks)} + ${Math.floor(blocks / 3)}) % ${blocks}) * 1000 + ${mixed(block)} % 1000`;
  const repeats = "(n % 1001 = 1000)";
  return {
    key: `CASE WHEN ${repeats} THEN ${target} ELSE n - ${block} END`,
    shift: `CASE WHEN ${repeats} AND ${block} % 2 = 0 THEN 6 ELSE 0 END`,
    partitions: 12,
    jsonKey: `${repeats} AND ${block} % 10 = 1`,
    truth: {
      rows,
      distinct_keys: rows - blocks,
      duplicated_keys: blocks,
      surplus_rows: blocks,
      multi_partition_keys: Math.ceil(blocks / 2),
      multi_key_bytes_keys: Math.ceil((blocks - 1) / 10),
    },
  };
}

/**
 * Two thirds of the rows are written with 6 partitions, each key once; the last third, after the topic grew, repeats every second key, in
 * another order: all but one in 100 in another partition, one in 10 with other key bytes.
 */
function halfDuplicates(rows: number): RowsSql {
  const again = Math.floor(rows / 3);
  const keys = rows - again;
  const turn = `(n - ${keys})`;
  const repeats = `(n >= ${keys})`;
  const stays = Math.ceil((again - 7) / 100);
  return {
    key: `CASE WHEN ${repeats} THEN (${turn} * ${coprimeStep(again)} % ${again}) * 2 ELSE n END`,
    shift: `CASE WHEN ${repeats} AND ${turn} % 100 <> 7 THEN 6 ELSE 0 END`,
    partitions: 6,
    jsonKey: `${repeats} AND ${turn} % 10 = 1`,
    truth: {
      rows,
      distinct_keys: keys,
      duplicated_keys: again,
      surplus_rows: again,
      multi_partition_keys: again - stays,
      multi_key_bytes_keys: Math.ceil((again - 1) / 10),
    },
  };
}

/** How the rows of a table are made, and what must be found in them. In: at least 10,000 rows. */
export function rowsOf(shape: Shape, rows: number): RowsSql {
  return shape === "half"
    ? halfDuplicates(rows)
    : shape === "few"
      ? fewDuplicates(rows)
      : withUpserts(fewDuplicates(rows), upsertsOf(rows));
}

/** Keys that the shape `deletes` upserts. */
function upsertsOf(rows: number): number {
  return Math.min(10_000, Math.floor(rows / 100));
}

/** Their rows are numbered far above all others, and so are their keys. */
export function upsertRows(rows: number): RowsSql & { from: number; to: number } {
  const from = 10 * rows;
  return { ...fewDuplicates(rows), key: "n", shift: "0", jsonKey: "false", from, to: from + upsertsOf(rows) };
}

function withUpserts({ truth, ...rest }: RowsSql, upserts: number): RowsSql {
  return { ...rest, truth: { ...truth, rows: truth.rows + upserts, distinct_keys: truth.distinct_keys + upserts } };
}

/**
 * SELECT of the rows `from` ≤ number < `to`, in order. Keys look like UUIDs (36 characters); a partition follows from the key as a
 * partitioner makes it, offsets rise within a partition with holes, as in a compacted topic.
 */
export function selectRows({ key, shift, partitions, jsonKey }: RowsSql, from: number, to: number): string {
  return `SELECT order_id, ((${mixed("number")} % ${partitions} + ${shift}) % 12)::INTEGER AS kafka_partition, n::BIGINT AS kafka_offset,
      encode(CASE WHEN ${jsonKey} THEN '"' || order_id || '"' ELSE order_id END) AS kafka_key,
      make_timestamp(1767225600000000 + n * 10000 + mixed // 262144) AS event_ts, ${mixed("number + 77")} % 2000000 AS customer_id,
      ['NEW', 'PAID', 'PICKED', 'SHIPPED', 'DELIVERED', 'RETURNED'][1 + mixed // 1024 % 6] AS status, (mixed % 1000000 / 100)::DECIMAL(12, 2) AS amount
    FROM (SELECT n, number, ${mixed("n")} AS mixed, md5(number::VARCHAR)::UUID::VARCHAR AS order_id
      FROM (SELECT n, ${key} AS number FROM range(${from}, ${to}) rows(n)))`;
}
