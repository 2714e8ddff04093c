import type { DeleteKind } from "#lib/names.ts";

/** How long before a snapshot a delete file was committed; `unknown`: the metadata lists that commit no more. */
export const BACKLOG_AGES = ["below 1 h", "below 1 d", "below 7 d", "below 30 d", "older", "unknown"] as const;
export type BacklogAge = (typeof BACKLOG_AGES)[number];

/** Why a delete file can touch no live data file. */
export const DANGLING_REASONS = ["no_data", "only_newer_data", "data_file_gone", "rows_gone"] as const;
export type DanglingReason = (typeof DANGLING_REASONS)[number];

/** Live files of one kind at the snapshot. */
export interface FileTotals {
  files: number;
  rows: number;
  bytes: number;
}

/** A kind that is left out has no files. */
export type DeleteTotals = Partial<Record<DeleteKind, FileTotals>>;

/** One field of a partition as its spec names it. */
export interface PartitionValue {
  field: string;
  /** The top-level columns that it is made from; none when no schema has them any more. */
  columns: string[];
  /** Days, months, years and hours as a person writes them, all else as the manifest has it; null is NULL. */
  value: string | null;
}

/**
 * What a compaction would rewrite that leaves no delete to apply: each data file that has to be matched with one, and no other. From the manifests
 * alone, so a position-delete file that names no data file in its entry counts for all of its partition.
 */
export interface CompactionPlan {
  rewritten: FileTotals;
  /** Files of the target size that hold what is rewritten, each partition for itself; fewer where many rows are gone. */
  filesAfterMax: number;
}

/** What lies in one Iceberg partition: a spec and a tuple. */
export interface PartitionBacklog {
  specId: number;
  /** Empty: of no partition, so that an equality delete here reaches the whole table. */
  values: PartitionValue[];
  data: FileTotals;
  deletes: DeleteTotals;
  /** Left out where it was stored before it was computed. */
  compaction?: CompactionPlan;
}

/** Where the live deletes lie, how old they are, and what they cost whoever reads the whole table. */
export interface Backlog {
  /** Those with deletes, most delete rows first; bounded. */
  partitions: PartitionBacklog[];
  /** What `partitions` leaves out; null: nothing. */
  otherPartitions: { partitions: number; data: FileTotals; deletes: DeleteTotals } | null;
  /** Partitions with live files, deletes or not. */
  partitionCount: number;
  /** Of the whole table; left out where it was stored before it was computed. */
  compaction?: CompactionPlan & {
    /** The table property `write.target-file-size-bytes`, 512 MiB unless set. */
    targetFileBytes: number;
  };
  /** By the age that the commit of the file's sequence number had when the snapshot was committed. */
  ages: Partial<Record<BacklogAge, DeleteTotals>>;
  /** Files by reason; a reason that is left out has none. */
  dangling: Partial<Record<DanglingReason, number>>;
  /**
   * By the specification's scan planning from the manifests alone: a position-delete file that names no data file in its entry counts for all
   * data files of its partition that are not younger.
   */
  reading: {
    /** Delete files that at least one data file has to be matched with. */
    deletes: FileTotals;
    /** Data files that have to be matched with at least one delete file. */
    dataWithDeletes: FileTotals;
    /** Delete files of the data file that has the most. */
    deletesPerDataFileMax: number;
    /** Pairs of a data file and a delete file: a reader that opens its deletes for each data file opens so many. */
    matches: number;
  };
}
