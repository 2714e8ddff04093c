import type { DataFile, DeletionVector, EqualityDeleteFile, PositionDeleteFile } from "#lib/iceberg/plan/entries.ts";
import type { PartitionSpec } from "#lib/iceberg/plan/metadata.ts";

/** Entries as a plan reads them, in an unpartitioned table unless told otherwise. */

const PLAIN = {
  format: "PARQUET",
  specId: 0,
  tuple: "[]",
  sequenceNumber: 1n,
  fileSequenceNumber: 1n,
  addedBy: null,
  recordCount: 10,
  sizeBytes: 1000,
};

export function aDataFile(path: string, rest: Partial<DataFile> = {}): DataFile {
  return { ...PLAIN, path, openPath: path, columnBytes: null, ...rest };
}

export function aPositionDelete(path: string, rest: Partial<PositionDeleteFile> = {}): PositionDeleteFile {
  return { ...PLAIN, kind: "position", path, openPath: path, referencedDataFile: null, ...rest };
}

export function anEqualityDelete(path: string, equalityIds: number[], rest: Partial<EqualityDeleteFile> = {}): EqualityDeleteFile {
  return { ...PLAIN, kind: "equality", path, openPath: path, equalityIds, ...rest };
}

export function aVector(path: string, referencedDataFile: string, rest: Partial<DeletionVector> = {}): DeletionVector {
  const blob = { contentOffset: 4, contentSize: 40 };
  return { ...PLAIN, ...blob, kind: "vector", format: "PUFFIN", path, openPath: path, referencedDataFile, ...rest };
}

/** Specs by id; each field as `[source id, transform]`. */
export function specs(fieldsById: Record<number, [sourceId: number, transform: string][]>): Map<number, PartitionSpec> {
  return new Map(
    Object.entries(fieldsById).map(([id, fields]) => {
      const written = fields.map(([source, transform]) => ({ "source-id": source, transform, name: `${transform}_${source}` }));
      return [Number(id), { "spec-id": Number(id), fields: written }];
    }),
  );
}
