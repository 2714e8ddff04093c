import type { EngineInfo, GatherOptions, SampledKey, SnapshotFacts, TableColumn, TableRequest, Trust } from "#lib/iceberg/contract.ts";
import type { ExportFormat } from "#lib/names.ts";

/** What an engine is asked of single keys, beside the facts of the contract. */

/** One key by its exact values, whether it is duplicated or not. */
export interface KeyLookUpRequest extends TableRequest {
  /** In the order of the key's columns: text that DuckDB casts to the column's type; bytes in hex. */
  values: string[];
  rowsMax: number;
}

export interface KeyLookUp {
  /** null: the table was never written. */
  snapshot: SnapshotFacts | null;
  /** null: no live row that satisfies the filter has this key. */
  found: SampledKey | null;
  columns: TableColumn[];
  trust: Trust;
  engine: EngineInfo;
  cost: { bytesPlanned: number; milliseconds: number };
}

/** Every duplicated key of a snapshot, written to a file. */
export interface KeyExportRequest extends TableRequest {
  format: ExportFormat;
  /** Absolute; made anew, and removed again when the export does not end well. */
  file: string;
  /** Key columns whose values are not written; the key's hash stands for them. */
  masked: string[];
  /** Topic or partition are masked: partitions are not written, and still tell causes. */
  hidesPartitions: boolean;
}

export interface KeyExport {
  snapshot: SnapshotFacts | null;
  /** Rows of the file: duplicated keys. */
  keys: number;
  /** Table rows of these keys. */
  rows: number;
  bytes: number;
  trust: Trust;
  engine: EngineInfo;
  cost: { bytesPlanned: number; milliseconds: number };
}

/** Reads one key. Throws AppError as GatherFacts does, and wrong_key_type when a value cannot be one of its column's type. */
export type LookUpKey = (request: KeyLookUpRequest, options?: GatherOptions) => Promise<KeyLookUp>;

/**
 * Writes all duplicated keys: for each its key columns as text, `key_hash` (the plain hash; whoever asks replaces it before anybody sees the file), `rows`, `partitions` (JSON list of
 * `topic/partition`), `key_bytes` (number of distinct ones), `cause`, `provisional`, `alternatives` and `missing` (JSON lists), and `not_explained`: why there
 * is no cause. Most rows first where memory allows, else in no order. Throws AppError as GatherFacts does.
 */
export type ExportKeys = (request: KeyExportRequest, options?: GatherOptions) => Promise<KeyExport>;
