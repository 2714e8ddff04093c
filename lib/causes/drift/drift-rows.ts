import { PARTITIONER_DECLARATIONS } from "#lib/causes/partitioners/registry.ts";
import { PARTITIONERS } from "#lib/drift-names.ts";

/** The greatest number of a partition that is believed; no cluster serves topics of so many. */
export const PARTITION_MAX = 20_000;

/** A row of the sample, as far as its partition tells of the client that sent it. */
export interface DriftRow {
  /** From 0 to PARTITION_MAX. */
  partition: number;
  /** As text; null: not known. Orders rows of one time. */
  offset: string | null;
  /** Kafka timestamp, or where a table has none the time of the commit, in nanoseconds since the epoch as text. */
  at: string;
  /** Not empty: clients send records without a key anywhere. */
  keyBytesHex: string;
  /** The snapshot that added the row's file; null: not known. */
  snapshotId: string | null;
}

/** The rows of one topic in the order of their time, as columns. */
export interface OrderedRows {
  count: number;
  /** In the order of time. */
  rows: readonly DriftRow[];
  /** Microseconds since the epoch. */
  at: Float64Array;
  partition: Uint32Array;
  partitionMax: number;
  /** By place in PARTITIONERS: the number whose remainder is the partition. */
  hashes: readonly Uint32Array[];
  /** The row is the first of its key in its partition: one more of the same says nothing more of the client. */
  first: Uint8Array;
}

export function microsecondsOf(at: string): number {
  return Number(BigInt(at) / 1000n);
}

/** Hex of an even length as bytes. */
export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length >> 1 }, (_, index) => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16));
}

/** Orders rows by time, then offset, and computes what every candidate needs of them once. Pure. */
export function orderRows(unordered: readonly DriftRow[]): OrderedRows {
  const timed = unordered.map((row) => ({ row, at: microsecondsOf(row.at), offset: Number(row.offset ?? 0) }));
  timed.sort(
    (a, b) => a.at - b.at || a.offset - b.offset || a.row.partition - b.row.partition || compare(a.row.keyBytesHex, b.row.keyBytesHex),
  );
  const rows = timed.map(({ row }) => row);
  const keys = new Map<string, number[]>();
  const hashesOf = (hex: string): number[] => {
    const known = keys.get(hex);
    if (known) return known;
    const bytes = bytesOf(hex);
    const hashes = PARTITIONERS.map((name) => PARTITIONER_DECLARATIONS[name].hash(bytes));
    keys.set(hex, hashes);
    return hashes;
  };
  const ofRows = rows.map((row) => hashesOf(row.keyBytesHex));
  const seen = new Set<string>();
  return {
    count: rows.length,
    rows,
    at: Float64Array.from(timed, ({ at }) => at),
    partition: Uint32Array.from(rows, ({ partition }) => partition),
    partitionMax: rows.reduce((max, { partition }) => Math.max(max, partition), 0),
    hashes: PARTITIONERS.map((_, index) => Uint32Array.from(ofRows, (hashes) => hashes[index] ?? 0)),
    first: Uint8Array.from(rows, ({ partition, keyBytesHex }) => {
      const pair = `${partition} ${keyBytesHex}`;
      if (seen.has(pair)) return 0;
      seen.add(pair);
      return 1;
    }),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
