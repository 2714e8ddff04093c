import type { DataFile } from "#lib/iceberg/plan/entries.ts";
import type { Snapshot } from "#lib/iceberg/plan/metadata.ts";

/**
 * Tells of a data file whether a compaction wrote it, so that nothing says which commits wrote its rows: a retained snapshot with the operation
 * `replace` added it, or it keeps a data sequence number from before the commit that added it. A file whose commit is no longer retained, and
 * that took that commit's own number, cannot be told from one that was written anew. Pure.
 */
export function compactionFinder(
  snapshots: readonly Snapshot[],
): (file: Pick<DataFile, "addedBy" | "sequenceNumber" | "fileSequenceNumber">) => boolean {
  const replaces = new Set(
    snapshots.filter(({ summary }) => summary?.["operation"] === "replace").map((snapshot) => snapshot["snapshot-id"]),
  );
  return ({ addedBy, sequenceNumber, fileSequenceNumber }) =>
    (addedBy !== null && replaces.has(addedBy)) || (fileSequenceNumber !== null && sequenceNumber < fileSequenceNumber);
}
