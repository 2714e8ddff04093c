import { KEEP_THE_WINNER } from "#lib/causes/advice.ts";
import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";
import { isCompacted, isErased, ofAnyStaleRow } from "#lib/causes/stale-rows.ts";
import type { KeyEvidence, TableEvidence } from "#lib/causes/table-evidence.ts";

export const deleteInSameCommit = defineCause({
  name: "delete_in_same_commit",
  label: "Delete in the same commit",
  look: { hue: "navy", pattern: "plain" },
  condition: feature("deleted_in_same_commit"),
  needs: ["manifests of older snapshots", "sequence number before the compaction"],
  because: "the delete of the old row came in the same commit as that row",
  plain:
    "The instruction to remove the old row was stored in the same commit as that row, and a delete does not reach rows of its own commit.",
  technical:
    "Stale and surviving row and an equality delete that names both have the same data sequence number; an equality delete applies to smaller ones only. Two checkpoints ended up in one commit, or a writer did not remove its own earlier row by position.",
  advice: {
    steps: () => [{ changes: "sink", says: "Update the sink, so that each checkpoint is its own commit." }, KEEP_THE_WINNER],
    view: null,
    checklist: "One commit for each checkpoint",
  },
  docs: [
    "Applies when a stale row and the surviving row have the same data sequence number, and an equality delete that names both has it too.",
    "Happens when the files of an aborted or late checkpoint join the next commit, so that a row and the delete meant for it share one sequence number.",
    "Not a fault of the reader: by the Iceberg specification, an equality delete applies only to data with a smaller sequence number, so every correct reader shows both rows.",
    "Look at the commit that added both rows: how many checkpoints it holds, and whether it follows one that failed.",
  ],
});

/**
 * Whether a stale row was written by the commit of the surviving row and of a delete that names that one; null where a compaction took the
 * number of either, or may have. Pure.
 */
export function isDeletedInSameCommit(key: KeyEvidence, table: TableEvidence): boolean | null {
  return ofAnyStaleRow(key, table, (stale) => {
    if (isErased(stale, table) !== false) return null;
    const { row, survivor, deletes } = stale;
    if (!deletes.some(({ sequenceNumber, namesSurvivor }) => namesSurvivor && sequenceNumber === row.sequenceNumber)) return false;
    // Rewritten after that commit, the survivor may still be of it.
    const isRewritten = isCompacted(survivor, table) !== false && BigInt(row.sequenceNumber ?? 0) <= BigInt(survivor.sequenceNumber ?? 0);
    return isRewritten ? null : row.sequenceNumber === survivor.sequenceNumber;
  });
}
