/** Live files of one snapshot as its manifests list them. Paths are as written; `openPath` is where the file is read. */

interface LiveFile {
  path: string;
  openPath: string;
  format: string;
  specId: number;
  /** The partition tuple as canonical text; equal text ⇔ equal tuple within one spec. */
  tuple: string;
  /** Data sequence number (inherited where the entry has none); 0 in format v1. */
  sequenceNumber: bigint;
  /** Of the commit that added the file itself, a compaction's too; null where an entry that was carried over keeps none. */
  fileSequenceNumber: bigint | null;
  /** The snapshot that added the file (inherited where the entry has none); null: the manifests do not say. */
  addedBy: string | null;
  recordCount: number;
  sizeBytes: number;
}

export interface DataFile extends LiveFile {
  /** Bytes of the asked columns by the manifest's column sizes; null when it has none. */
  columnBytes: number | null;
}

export interface PositionDeleteFile extends LiveFile {
  kind: "position";
  /** The only data file that it may delete from, where its entry names one. */
  referencedDataFile: string | null;
}

export interface EqualityDeleteFile extends LiveFile {
  kind: "equality";
  /** Field ids, ascending. */
  equalityIds: number[];
}

export interface DeletionVector extends LiveFile {
  kind: "vector";
  referencedDataFile: string;
  contentOffset: number;
  contentSize: number;
}

export type DeleteFile = PositionDeleteFile | EqualityDeleteFile | DeletionVector;

export interface LiveFiles {
  data: DataFile[];
  deletes: DeleteFile[];
  /** Sentences on entries that contradict themselves, so that readers may differ. */
  doubts: string[];
}
