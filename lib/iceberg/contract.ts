import type { ColumnsByRole } from "#lib/column-roles.ts";
import type { Backlog, FileTotals } from "#lib/iceberg/contract-backlog.ts";
import type { CauseFacts, ExplainRequest, KeyVerdict, RowEvidence } from "#lib/iceberg/contract-causes.ts";
import type { Fact } from "#lib/iceberg/contract-fact.ts";
import type { Compared, PartitionBucket, ReadBy, ReaderFaultEffect, ReadWay, TrustDirection, TrustLevel } from "#lib/names.ts";

/**
 * What an engine is asked and what it answers. DuckDB fills it in a child process; another engine fills the same shape.
 * Everything here survives JSON: ids, keys, offsets, LSNs and times are text, counts are numbers below 2^53.
 */

export type SnapshotChoice = { by: "current" } | { by: "id"; id: string } | { by: "branch"; name: string };

/** What every reading of rows is asked, whatever it is to find. */
export interface TableRequest {
  /** A `….metadata.json` file or a table directory. */
  location: string;
  /** The table's files lie elsewhere than its metadata says: read them below `location`. */
  relocated: boolean;
  snapshot: SnapshotChoice;
  /** At least one; the business key in order. */
  key: string[];
  columns: ColumnsByRole;
  /** A SQL condition on the table's columns; rows for which it is not true are no part of the table. */
  where: string | null;
  /** String and binary columns that are looked through for Debezium's placeholder; not given: none are. */
  unavailable?: { columns: string[]; placeholder: string } | undefined;
  /** Not given: keys are counted, and their causes not looked for. */
  explain?: ExplainRequest | undefined;
}

export interface FactsRequest extends TableRequest {
  /** CDC facts are asked for (kind `cdc`, or CDC columns are given). */
  cdc: boolean;
  /** Not given: by Bergwatch's own plan. */
  readBy?: ReadWay | undefined;
  sample: { keysMax: number; rowsPerKeyMax: number };
}

export interface SnapshotFacts {
  id: string;
  sequenceNumber: string;
  /** UTC, ISO 8601. */
  committedAt: string;
  operation: string | null;
}

/** A snapshot as the table's metadata lists it. */
export interface ListedSnapshot extends SnapshotFacts {
  parentId: string | null;
  schemaId: number | null;
  /** Who committed it, for a person; null: its summary does not say. */
  committedBy: string | null;
  /** Data files and rows that it added, by its summary, which may be wrong; null: that does not say. */
  addedFiles: number | null;
  addedRows: number | null;
}

interface TableFacts {
  /** The table's own location as its metadata says. */
  location: string;
  uuid: string | null;
  formatVersion: number;
  metadataFile: string;
  /** Of its properties those that show who owns it (`ownerPropertiesOf`), and no other: the rest may hold what nobody may see. */
  ownerProperties: Record<string, string>;
  snapshotsRetained: number;
  /** Commit time of the newest retained `replace` snapshot up to the read one; null when there is none. */
  lastCompactionAt: string | null;
}

/** What the manifests alone say. */
export interface PlanFacts {
  data: FileTotals;
  smallDataFiles: number;
  positionDeletes: FileTotals;
  equalityDeletes: FileTotals;
  /** `files` counts vectors; `bytes` the vectors' content, each once. */
  deletionVectors: FileTotals;
  danglingDeleteFiles: Fact<number>;
  filesRegisteredTwice: number;
  backlog: Backlog;
  /** Bytes a scan of the asked columns would read, by the manifests' column sizes (whole files where these are missing). */
  bytesPlanned: number;
}

/** Counts over all live rows that satisfy the filter. */
export interface KeyProfile {
  rows: number;
  nullKeyRows: number;
  distinctKeys: number;
  duplicatedKeys: number;
  /** Of the duplicated keys, each with its number of rows: equal where these are, in whatever order they were met. */
  duplicatesDigest: string;
  rowsPerKeyMax: number;
  /** Keys by number of distinct (topic, partition) pairs. */
  partitionsPerKey: Fact<Record<PartitionBucket, number>>;
  partitionsPerKeyMax: Fact<number>;
  multiPartitionKeys: Fact<number>;
  multiKeyBytesKeys: Fact<number>;
  /** Deletes ignored: what a reader without delete support sees. */
  rawRows: Fact<number>;
  rawDuplicatedKeys: Fact<number>;
}

export interface RowFacts {
  /** Seconds, to the millisecond: commit time − latest source time, else event time. */
  commitLagSeconds: Fact<number>;
  /** The latest source time, else event time, of a live row; UTC, ISO 8601. */
  latestAt: Fact<string>;
  ghostRows: Fact<number>;
  softDeletedRows: Fact<number>;
  /** Rows that hold the placeholder of an unavailable value in one of the columns looked through. */
  unavailableValueRows: Fact<number>;
  snapshotStreamOverlapKeys: Fact<number>;
  envelope: Fact<number>;
}

export interface SampleRow {
  /** Every top-level column of the row as DuckDB casts it to text, in schema order; null is NULL, bytes are hex. */
  values: Record<string, string | null>;
  topic: string | null;
  partition: string | null;
  offset: string | null;
  keyBytesHex: string | null;
  /** Data file and position of the row where the reading knows them. */
  file: string | null;
  position: string | null;
  /** The data sequence number of the row's file: the commit that wrote it, or the compaction that wrote it anew. */
  sequenceNumber: string | null;
  /** Not given: the causes were not asked for. */
  evidence?: RowEvidence | undefined;
}

export interface SampledKey {
  /** In the order of the key's columns; text as DuckDB casts it, bytes in hex. */
  key: string[];
  rowCount: number;
  /** Distinct `topic/partition` (only `partition` without a topic column), sorted. */
  partitions: string[];
  /** Distinct key bytes in hex, sorted. */
  keyBytesHex: string[];
  /** At most `rowsPerKeyMax`, in a stable order. */
  rows: SampleRow[];
  /** null or not given: the causes were not asked for, or the key has one row. */
  verdict?: KeyVerdict | null | undefined;
}

export interface Trust {
  level: TrustLevel;
  direction: TrustDirection | null;
  /** Each a sentence that names the file, the fault and the mend. */
  reasons: string[];
}

/** Where DuckDB's iceberg_scan is known to answer otherwise than the specification. */
export interface ReaderFault {
  effect: ReaderFaultEffect;
  /** Names the file and, where it can be told, the direction. */
  sentence: string;
}

/** Two readings of one snapshot held against each other. */
export interface ReadingComparison {
  /** Why iceberg_scan gave no answer; null: it gave one. */
  failure: { code: string; message: string } | null;
  /** In the order of COMPARED; of `keys` no number tells, so both are null. */
  differences: { what: Compared; own: number | null; scan: number | null }[];
  /** Sentences on known faults of iceberg_scan that explain what differs, or why it failed. Empty while something differs: unexplained. */
  explainedBy: string[];
  /** Some keys whose numbers of rows differ, worst first, where the samples hold all duplicated keys of both; 0 rows: not duplicated there. */
  keys: { key: string[]; own: number; scan: number }[];
}

export interface EngineInfo {
  name: string;
  version: string;
  extension: string;
  readBy: ReadBy;
}

export interface Facts {
  table: TableFacts;
  /** null: the table was never written. */
  snapshot: SnapshotFacts | null;
  plan: PlanFacts;
  keyProfile: KeyProfile;
  rowFacts: RowFacts;
  /** Why keys are duplicated; null with the reason when it was not asked for or could not be told. */
  causes: Fact<CauseFacts>;
  /**
   * Worst first (most rows), keys with as many rows by key. Which of these are taken when not all are is the same for the same files; explained,
   * each cause has its share of them.
   */
  samples: SampledKey[];
  trust: Trust;
  readerFaults: ReaderFault[];
  /** null: the rows were read in one way only. */
  comparison: ReadingComparison | null;
  engine: EngineInfo;
  cost: { bytesPlanned: number; milliseconds: number };
  /** All that the metadata retains, in its order. */
  snapshots: ListedSnapshot[];
  /** Of the read snapshot's schema; none when the table was never written. */
  columns: TableColumn[];
}

/** What a table's metadata alone says; no manifest is read. */
export interface SnapshotListing {
  table: TableFacts;
  /** The chosen snapshot; null: the table was never written. */
  snapshot: SnapshotFacts | null;
  /** All that the metadata retains, in its order. */
  snapshots: ListedSnapshot[];
}

export type SnapshotsRequest = Pick<FactsRequest, "location" | "relocated" | "snapshot">;

/** A top-level column of a snapshot's schema, in its order. */
export interface TableColumn {
  name: string;
  /** As the Iceberg specification writes it: `decimal(12,2)`, `timestamptz`, `list<string>`. */
  type: string;
  fieldId: number;
  required: boolean;
}

/** What the reader is doing now; `detail` is a sentence for a person. */
export interface Progress {
  phase: "starting" | "planning" | "proving" | "counting" | "explaining" | "sampling" | "writing";
  detail: string;
  /** What the scan would read, once the plan says so. */
  bytesPlanned?: number;
}

export interface GatherOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  /** In the place of the reader's own limit. */
  durationMsMax?: number | undefined;
}

/**
 * Facts of one table at one pinned snapshot.
 * Throws AppError: unknown_column, unknown_snapshot, wrong_key_type, where_invalid (the request), table_* (the table), out_of_memory,
 * out_of_disk, too_slow, reader_crashed (the reading), cancelled (the signal).
 */
export type GatherFacts = (request: FactsRequest, options?: GatherOptions) => Promise<Facts>;

/** The snapshots of one table. Throws AppError as GatherFacts does, but for faults of keys, columns and the filter. */
export type ListSnapshots = (request: SnapshotsRequest, options?: GatherOptions) => Promise<SnapshotListing>;

/** What one reading may use. A reading that passes a limit ends with an error that names the limit; it never takes its parent down. */
export interface ReaderLimits {
  /** DuckDB's own limit; the parent ends the reader when its resident memory passes twice this. */
  memoryBytesMax: number;
  /** What DuckDB may spill to disk. */
  spillBytesMax: number;
  durationMsMax: number;
  threads: number;
}

/** What a run would read, by the table's metadata and manifests alone. */
export interface TablePlan {
  metadataFile: string;
  formatVersion: number;
  /** null: the table was never written. */
  snapshot: SnapshotFacts | null;
  /** The columns that were asked for and that the snapshot has; `role` is `key` or a role of ColumnsByRole. */
  columns: { role: string; column: string; type: string }[];
  /** Each a sentence: columns that the snapshot lacks, how the metadata file was chosen. */
  notes: string[];
  data: FileTotals;
  /** Live delete files of all kinds. */
  deletes: FileTotals;
  bytesPlanned: number;
}

/** Locates a table, resolves the request's columns and plans its scan; reads no data. Throws AppError as GatherFacts does. */
export type PlanTable = (request: FactsRequest, options?: GatherOptions) => Promise<TablePlan>;
