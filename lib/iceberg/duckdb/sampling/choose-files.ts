import type { DataFile, DeleteFile } from "#lib/iceberg/plan/entries.ts";

/** More files than this are opened for no sample, so that a table of tiny files costs no more than one of large ones. */
const FILES_MAX = 32;
/** As many are looked at even when the first would do: a file holds what one commit wrote. */
const FILES_MIN = 4;

/**
 * Files whose rows together are enough for a sample, spread over the table's commits, the same for the same table; and how many rows to take
 * of each. Pure.
 */
export function chooseFiles(files: readonly DataFile[], rowsMax: number): { files: DataFile[]; rowsOfEach: number } {
  const byCommit = files.filter(({ recordCount }) => recordCount > 0).toSorted((a, b) => compare(a, b));
  const wanted = Math.min(byCommit.length, FILES_MAX);
  const spread = Array.from({ length: wanted }, (_, at) => byCommit[Math.floor(((at + 0.5) * byCommit.length) / wanted)]);
  const chosen: DataFile[] = [];
  let rows = 0;
  // From all over the spread, so that those which are left out when few are enough are no stretch of it.
  for (const file of scattered(spread)) {
    if (chosen.length >= FILES_MIN && rows >= rowsMax) break;
    if (file === undefined) continue;
    chosen.push(file);
    rows += file.recordCount;
  }
  return { files: chosen, rowsOfEach: Math.max(1, Math.ceil(rowsMax / Math.max(1, chosen.length))) };
}

function compare(a: DataFile, b: DataFile): number {
  if (a.sequenceNumber !== b.sequenceNumber) return a.sequenceNumber < b.sequenceNumber ? -1 : 1;
  return a.path < b.path ? -1 : 1;
}

/** Every fourth first, then those between. */
function scattered<T>(items: readonly T[]): T[] {
  return [0, 2, 1, 3].flatMap((phase) => items.filter((_, at) => at % 4 === phase));
}

const DELETES = { filesMax: 200, bytesMax: 64 * 1024 ** 2 };

/** Whether applying these deletes costs little enough for a sample. Pure. */
export function areDeletesCheap(deletes: readonly DeleteFile[]): boolean {
  const bytes = deletes.reduce((sum, file) => sum + (file.kind === "vector" ? file.contentSize : file.sizeBytes), 0);
  return deletes.length <= DELETES.filesMax && bytes <= DELETES.bytesMax;
}
