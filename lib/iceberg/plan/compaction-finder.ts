import type { DataFile, DeleteFile } from "#lib/iceberg/plan/entries.ts";
import type { Snapshot } from "#lib/iceberg/plan/metadata.ts";

type Origin = Pick<DataFile, "addedBy" | "sequenceNumber" | "fileSequenceNumber">;

/** Whether a compaction wrote a data file; null: not known. */
export type IsCompacted = (file: Origin) => boolean | null;

interface CommitEvidence {
  snapshots: readonly Snapshot[];
  /** Live delete files of the snapshot that is read. */
  deletes: readonly Pick<DeleteFile, "kind" | "addedBy">[];
  /** Operations of snapshots that are no longer retained, by id, where earlier metadata files still tell them. */
  expired: ReadonlyMap<string, string>;
}

/**
 * Tells of a data file whether a compaction wrote it, so that nothing says which commits wrote its rows. True: the commit that added it has the
 * operation `replace`, or the file keeps a data sequence number from before that commit. False: the commit has another operation; or it also
 * added a live equality delete, as sinks do and compactions do not; or the file is of format version 1, which has no deletes. Null: the commit is
 * no longer retained and nothing else decides. Pure.
 */
export function compactionFinder({ snapshots, deletes, expired }: CommitEvidence): IsCompacted {
  const retained = snapshots.flatMap((one) => {
    const operation = one.summary?.["operation"];
    return operation === undefined ? [] : [[one["snapshot-id"], operation] as const];
  });
  const operations = new Map([...expired, ...retained]);
  const upserts = new Set(deletes.flatMap(({ kind, addedBy }) => (kind === "equality" && addedBy !== null ? [addedBy] : [])));
  return ({ addedBy, sequenceNumber, fileSequenceNumber }) => {
    if (fileSequenceNumber !== null && sequenceNumber < fileSequenceNumber) return true;
    const operation = addedBy === null ? undefined : operations.get(addedBy);
    if (operation !== undefined) return operation === "replace";
    return sequenceNumber === 0n || (addedBy !== null && upserts.has(addedBy)) ? false : null;
  };
}
