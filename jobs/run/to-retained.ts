import type { RetainedSnapshot } from "#db/queries/snapshots.ts";
import type { ListedSnapshot } from "#lib/iceberg/contract.ts";

/** A snapshot that the metadata lists, as it is stored. Pure. */
export function toRetained({ id, sequenceNumber, committedAt, ...rest }: ListedSnapshot): RetainedSnapshot {
  return { ...rest, snapshotId: id, sequenceNumber: Number(sequenceNumber), committedAt: new Date(committedAt) };
}
