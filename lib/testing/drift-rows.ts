import type { DriftRow } from "#lib/causes/drift/drift-rows.ts";
import { partitionOf } from "#lib/causes/partitioners/registry.ts";
import type { Partitioner } from "#lib/drift-names.ts";

/** The times of rows that someDriftRows makes: one a minute from here. */
export const DRIFT_BEGIN = Date.UTC(2026, 2, 1);
const MINUTE = 60_000;

/** Numbers from 0 to below 1, the same for the same seed. */
export function seededNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The time of row `number`, as a window tells it. */
export function driftTime(number: number): string {
  return new Date(DRIFT_BEGIN + number * MINUTE).toISOString();
}

export interface SentBy {
  /** null: to the partition that is given. */
  partitioner: Partitioner | null;
  count: number;
  partition?: number;
}

/** Rows of one topic, one a minute, keys drawn from ten times as many; `sentBy` says of each how its partition came about. */
export function someDriftRows(count: number, numbers: () => number, sentBy: (row: number) => SentBy): DriftRow[] {
  return Array.from({ length: count }, (_, row) => {
    const key = new TextEncoder().encode(`order-${Math.floor(numbers() * count * 10)}`);
    const { partitioner, count: partitions, partition = 0 } = sentBy(row);
    return {
      partition: partitioner === null ? partition : partitionOf(partitioner, key, partitions),
      offset: String(row),
      at: `${DRIFT_BEGIN + row * MINUTE}000000`,
      keyBytesHex: Buffer.from(key).toString("hex"),
      snapshotId: String(1 + Math.floor(row / 100)),
    };
  });
}
