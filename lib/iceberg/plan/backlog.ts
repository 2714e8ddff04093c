import type { FileTotals, PlanFacts } from "#lib/iceberg/contract.ts";
import type { DeleteFile, DeletionVector, LiveFiles } from "#lib/iceberg/plan/entries.ts";

const TARGET_FILE_BYTES_DEFAULT = 512 * 1024 * 1024;

function totals(files: readonly { recordCount: number; sizeBytes: number }[]): FileTotals {
  return {
    files: files.length,
    rows: files.reduce((sum, file) => sum + file.recordCount, 0),
    bytes: files.reduce((sum, file) => sum + file.sizeBytes, 0),
  };
}

/** Vectors by content size; a blob that two entries name counts once. */
function vectorTotals(vectors: readonly DeletionVector[]): FileTotals {
  const blobs = new Map(vectors.map((vector) => [`${vector.path} ${vector.contentOffset}`, vector.contentSize]));
  return { ...totals(vectors), bytes: [...blobs.values()].reduce((sum, size) => sum + size, 0) };
}

function countRegisteredTwice(paths: readonly string[]): number {
  const seen = new Map<string, number>();
  for (const path of paths) seen.set(path, (seen.get(path) ?? 0) + 1);
  return [...seen.values()].filter((entries) => entries > 1).length;
}

/** The property, where it is a whole number above 0 as Iceberg reads it. */
function targetFileBytes(property: string | undefined): number {
  const bytes = /^\d+$/.test(property ?? "") ? Number(property) : 0;
  return bytes > 0 ? bytes : TARGET_FILE_BYTES_DEFAULT;
}

const ofKind = <K extends DeleteFile["kind"]>(deletes: readonly DeleteFile[], kind: K) =>
  deletes.filter((file): file is Extract<DeleteFile, { kind: K }> => file.kind === kind);

/**
 * The delete backlog and file counts from the manifests alone; snapshot summaries are wrong in places and are not asked.
 * `dangling` is counted by who read the delete files' contents. A small file lies below a quarter of `write.target-file-size-bytes`.
 */
export function planFacts(live: LiveFiles, properties: Record<string, string>, dangling: PlanFacts["danglingDeleteFiles"]): PlanFacts {
  const target = targetFileBytes(properties["write.target-file-size-bytes"]);
  return {
    data: totals(live.data),
    smallDataFiles: live.data.filter((file) => file.sizeBytes * 4 < target).length,
    positionDeletes: totals(ofKind(live.deletes, "position")),
    equalityDeletes: totals(ofKind(live.deletes, "equality")),
    deletionVectors: vectorTotals(ofKind(live.deletes, "vector")),
    danglingDeleteFiles: dangling,
    filesRegisteredTwice: countRegisteredTwice(live.data.map((file) => file.path)),
    bytesPlanned:
      live.data.reduce((sum, file) => sum + (file.columnBytes ?? file.sizeBytes), 0) +
      live.deletes.reduce((sum, file) => sum + (file.kind === "vector" ? file.contentSize : file.sizeBytes), 0),
  };
}
