import type { SnapshotRow } from "#db/queries/snapshots.ts";
import type { SampleRow } from "#lib/iceberg/contract.ts";

/** Which commit brought a row, as far as its file tells. A compaction writes rows anew that earlier commits brought. */
export type Written = { by: "commit" | "compaction"; snapshot: SnapshotRow } | { by: "unknown"; snapshot: null };

/** The snapshots that may have brought these rows: ids and sequence numbers to look up. Pure. */
export function namedCommits(rows: readonly SampleRow[]): { ids: string[]; sequenceNumbers: number[] } {
  const ids = new Set(rows.flatMap(({ evidence }) => evidence?.addedBy ?? []));
  const numbers = new Set(rows.flatMap(({ sequenceNumber }) => (sequenceNumber === null ? [] : Number(sequenceNumber))));
  return { ids: [...ids], sequenceNumbers: [...numbers] };
}

/** Which of the known snapshots brought a row: the one that added its file, else the one with its sequence number. Pure. */
export function writtenOf({ evidence, sequenceNumber }: SampleRow, known: readonly SnapshotRow[]): Written {
  const added = known.find(({ snapshotId }) => snapshotId === evidence?.addedBy);
  const bySequence = sequenceNumber === null ? undefined : known.find((one) => String(one.sequenceNumber) === sequenceNumber);
  const snapshot = added ?? (evidence?.addedBy == null ? bySequence : undefined);
  if (snapshot === undefined) return { by: "unknown", snapshot: null };
  return { by: evidence?.compacted === true || snapshot.operation === "replace" ? "compaction" : "commit", snapshot };
}

/**
 * Since when at least a key has two rows: when the second of those that are there now was certainly written. An earlier second row may have been
 * replaced by it. null: the commits are not known. Pure.
 */
export function secondRowSince(rows: readonly SampleRow[], known: readonly SnapshotRow[]): Date | null {
  const times = rows.flatMap((row) => writtenOf(row, known).snapshot?.committedAt ?? []);
  return times.toSorted((a, b) => a.getTime() - b.getTime())[1] ?? null;
}
