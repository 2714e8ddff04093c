import type { CauseFacts, CauseShare, DriftTopic, KeyVerdict } from "#lib/iceberg/contract-causes.ts";
import type { CauseName } from "#lib/names.ts";

/** One cause with as many surplus rows as keys. */
export function someShare(cause: CauseName, keys: number, changes: Partial<CauseShare> = {}): CauseShare {
  return { cause, keys, surplusRows: keys, measure: null, ...changes };
}

/** The causes of a snapshot, with nothing that could not be decided. */
export function someCauses(shares: CauseShare[], changes: Partial<CauseFacts> = {}): CauseFacts {
  return {
    shares,
    retryKeys: { value: null, reason: "No key has such a cause." },
    undecided: [],
    measure: null,
    drift: null,
    notes: [],
    ...changes,
  };
}

/** A key whose second row is the right one, by its event time. */
export function someVerdict(changes: Partial<KeyVerdict> = {}): KeyVerdict {
  return {
    cause: "partition_drift",
    retry: null,
    undecided: [],
    winner: 1,
    winnerBy: "event_time",
    tied: [],
    deletes: [],
    drift: null,
    rowsSeen: 2,
    ...changes,
  };
}

/** A topic whose keys drifted since murmur2's clients had these numbers of partitions, one after the other; a row each, without times. */
export function someDriftTopic(partitionCounts: readonly number[], changes: Partial<DriftTopic> = {}): DriftTopic {
  const windows = partitionCounts.map((partitionCount) => ({
    partitioner: "murmur2" as const,
    partitionCount,
    firstAt: null,
    lastAt: null,
    firstSnapshotId: null,
    rows: 1,
    rowsInTime: 1,
  }));
  return { topic: "orders", sampledRows: 1, rows: 1, windows, labels: ["count_raised"], moves: [], strip: [], ...changes };
}
