import type { PartitionValue } from "./iceberg-schema.ts";

/** Statistics by field id, as manifests carry them; what is left out is written as null. */
export interface ColumnStatistics {
  columnSizes?: Map<number, number>;
  valueCounts?: Map<number, number>;
  nullValueCounts?: Map<number, number>;
  lowerBounds?: Map<number, Uint8Array>;
  upperBounds?: Map<number, Uint8Array>;
}

/** One file as a manifest lists it. A deletion vector is a position delete in a Puffin file. */
export interface ContentFile extends ColumnStatistics {
  content: "data" | "position deletes" | "equality deletes";
  format: "PARQUET" | "AVRO" | "PUFFIN";
  /** The text that stands in the manifest. */
  path: string;
  specId: number;
  /** In the order of the spec's fields. */
  partition: PartitionValue[];
  recordCount: number;
  fileSizeBytes: number;
  equalityIds?: number[];
  referencedDataFile?: string;
  contentOffset?: number;
  contentSizeBytes?: number;
}

/** A file with what it inherited when it was committed. */
export interface LiveEntry {
  file: ContentFile;
  snapshotId: bigint;
  /** The data sequence number. */
  sequenceNumber: number;
  fileSequenceNumber: number;
  /** Row lineage of format version 3; null before. */
  firstRowId: number | null;
}

export interface ManifestEntry extends LiveEntry {
  status: "existing" | "added" | "deleted";
  /** Written as null where the reader has to inherit it from the manifest list. */
  inherits: { sequenceNumber: boolean; fileSequenceNumber: boolean; firstRowId: boolean };
}

export function isDeletionVector(file: ContentFile): boolean {
  return file.format === "PUFFIN";
}
