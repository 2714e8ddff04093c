import type { Backlog, FileTotals } from "#lib/iceberg/contract-backlog.ts";

/** What a compaction that leaves no delete to apply would do to a table. */
export interface CompactionGain {
  /** Data files that are read and written anew, with their rows and bytes. */
  rewritten: FileTotals;
  /** Data files that come out of it at most. */
  filesAfterMax: number;
  targetFileBytes: number;
  /** Data files of the whole table before it, and at most after it; null: the manifests' count is not stored. */
  dataFiles: { before: number; afterMax: number } | null;
  /** Rows that it leaves out for good. */
  droppedRows: { value: number } | { value: null; reason: string };
  /** Bytes that come out of it about, when a dropped row is as large as one that stays; null: rows are not known. */
  bytesAfterAbout: number | null;
  /** Live delete files, all of which are needed no more. */
  deleteFiles: FileTotals;
}

export interface CompactionInput {
  backlog: Backlog;
  deleteFiles: FileTotals;
  dataFiles: number | null;
  rows: number | null;
  rawRows: number | null;
  /** The numbers are about some rows of the table alone. */
  isFiltered: boolean;
}

/**
 * What a compaction would give that rewrites each data file which has to be matched with a delete, and drops the deletes that are dangling then.
 * Null where the breakdown was stored before this was computed. Pure.
 */
export function compactionGain({ backlog, deleteFiles, dataFiles, rows, rawRows, isFiltered }: CompactionInput): CompactionGain | null {
  if (backlog.compaction === undefined) return null;
  const { rewritten, filesAfterMax, targetFileBytes } = backlog.compaction;
  const dropped = droppedRows({ rows, rawRows, isFiltered });
  return {
    rewritten,
    filesAfterMax,
    targetFileBytes,
    dataFiles: dataFiles === null ? null : { before: dataFiles, afterMax: dataFiles - rewritten.files + filesAfterMax },
    droppedRows: dropped,
    bytesAfterAbout:
      dropped.value === null || rewritten.rows === 0 ? null : Math.round(rewritten.bytes * (1 - dropped.value / rewritten.rows)),
    deleteFiles,
  };
}

/** Each deleted row lies in a file that is rewritten, so what deletes remove from the table is what a compaction drops. */
function droppedRows({
  rows,
  rawRows,
  isFiltered,
}: Pick<CompactionInput, "rows" | "rawRows" | "isFiltered">): CompactionGain["droppedRows"] {
  if (isFiltered) return { value: null, reason: "The table is counted through a filter, so deleted rows outside it are not known." };
  if (rows === null || rawRows === null) return { value: null, reason: "Rows before and after deletes were not both counted." };
  return { value: rawRows - rows };
}
