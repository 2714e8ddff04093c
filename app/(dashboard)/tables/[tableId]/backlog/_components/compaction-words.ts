import type { CompactionGain } from "#lib/compaction/compaction-gain.ts";
import { formatBytes, formatCount } from "#lib/units.ts";
import { countOf } from "./backlog-words.ts";

export interface GainRow {
  what: string;
  before: string;
  after: string;
  /** Why a number is not there; null: it is. */
  reason: string | null;
}

/** What a compaction would change, a row each. Pure, as all here. */
export function viewGain(gain: CompactionGain): GainRow[] {
  const { rewritten, filesAfterMax, dataFiles, droppedRows, bytesAfterAbout, deleteFiles } = gain;
  const rowsAfter = droppedRows.value === null ? null : rewritten.rows - droppedRows.value;
  return [
    row("Delete files", formatCount(deleteFiles.files), "0"),
    row("Data files that are rewritten", formatCount(rewritten.files), `at most ${formatCount(filesAfterMax)}`),
    {
      ...row("Rows in them", formatCount(rewritten.rows), rowsAfter === null ? "not computed" : formatCount(rowsAfter)),
      reason: droppedRows.value === null ? droppedRows.reason : null,
    },
    row("Bytes in them", formatBytes(rewritten.bytes), bytesAfterAbout === null ? "not computed" : `about ${formatBytes(bytesAfterAbout)}`),
    ...(dataFiles === null
      ? []
      : [row("Data files of the table", formatCount(dataFiles.before), `at most ${formatCount(dataFiles.afterMax)}`)]),
  ];
}

function row(what: string, before: string, after: string): GainRow {
  return { what, before, after, reason: null };
}

/** The one sentence: what it costs and what it drops. */
export function sayGain({ rewritten, droppedRows, deleteFiles }: CompactionGain): string {
  const deletes = countOf(deleteFiles.files, "delete file");
  if (rewritten.files === 0)
    return `No data file has to be rewritten: ${deletes} ${deleteFiles.files === 1 ? "touches" : "touch"} nothing and can be dropped.`;
  const dropped = droppedRows.value === null ? "" : ` and ${countOf(droppedRows.value, "deleted row")}`;
  return `Rewriting ${countOf(rewritten.files, "data file")} (${formatBytes(rewritten.bytes)}) would rid readers of ${deletes}${dropped}.`;
}

/** What is taken for granted. */
export function sayAssumptions({ targetFileBytes }: CompactionGain): string {
  return `Assumptions: it rewrites only data files that readers must match with a delete. Each partition gets files of the table's target size (${formatBytes(targetFileBytes)}). It also drops deletes that then match nothing, as Spark does with remove-dangling-deletes. The byte estimate assumes that deleted rows are as large as the others. A position-delete file that names no data file in its entry counts for its whole partition, so fewer files may need it.`;
}
