import type { DeleteTotals, FileTotals } from "#lib/iceberg/contract-backlog.ts";
import type { DeleteFile, DeletionVector } from "#lib/iceberg/plan/entries.ts";
import { DELETE_KINDS } from "#lib/names.ts";

/** Number, rows and bytes of files as their entries say. */
export function fileTotals(files: readonly { recordCount: number; sizeBytes: number }[]): FileTotals {
  return {
    files: files.length,
    rows: files.reduce((sum, file) => sum + file.recordCount, 0),
    bytes: files.reduce((sum, file) => sum + file.sizeBytes, 0),
  };
}

/** Vectors by content size; a blob that two entries name counts once. */
export function vectorTotals(vectors: readonly DeletionVector[]): FileTotals {
  const blobs = new Map(vectors.map((vector) => [`${vector.path} ${vector.contentOffset}`, vector.contentSize]));
  return { ...fileTotals(vectors), bytes: [...blobs.values()].reduce((sum, size) => sum + size, 0) };
}

/** The files of one kind. */
export function ofKind<K extends DeleteFile["kind"]>(deletes: readonly DeleteFile[], kind: K): Extract<DeleteFile, { kind: K }>[] {
  return deletes.filter((file): file is Extract<DeleteFile, { kind: K }> => file.kind === kind);
}

/** Deletes by kind, without the kinds that have none. */
export function deleteTotals(deletes: readonly DeleteFile[]): DeleteTotals {
  const totals = DELETE_KINDS.map((kind) => {
    const files = ofKind(deletes, kind);
    return [kind, kind === "vector" ? vectorTotals(ofKind(deletes, "vector")) : fileTotals(files)] as const;
  });
  return Object.fromEntries(totals.filter(([, { files }]) => files > 0));
}

/** All deletes as one total, vectors by their content. */
export function allDeletes(deletes: readonly DeleteFile[]): FileTotals {
  return addTotals(Object.values(deleteTotals(deletes)));
}

/** The sum of totals. */
export function addTotals(totals: readonly FileTotals[]): FileTotals {
  return totals.reduce((sum, one) => ({ files: sum.files + one.files, rows: sum.rows + one.rows, bytes: sum.bytes + one.bytes }), {
    files: 0,
    rows: 0,
    bytes: 0,
  });
}
