import type { KeySample, TableDescription } from "#lib/contracts/browse-documents.ts";
import type { ErrorCode } from "#lib/errors.ts";
import type { Facts, FactsRequest, Progress, ReaderLimits, SnapshotListing, SnapshotsRequest, TablePlan } from "#lib/iceberg/contract.ts";
import type { KeyExport, KeyExportRequest, KeyLookUp, KeyLookUpRequest } from "#lib/iceberg/contract-keys.ts";
import type { KeySampleRequest } from "#lib/iceberg/duckdb/sampling/read-key-sample.ts";
import type { DescriptionRequest } from "#lib/iceberg/plan/read-description.ts";
import type { StoreAccess } from "#lib/iceberg/stores/store-access.ts";
import type { RegistryLook } from "#lib/contracts/registry-health.ts";
import type { RegistryAccess } from "#lib/schema-registry/registry-access.ts";

/** The messages between a reader process and its parent; JSON over the channel that Node opens for a forked process. */

/** What can be asked of a reader, and what it finds. A further kind is an entry here, and the function that reads it in readings.ts. */
export interface ReaderKinds {
  description: { request: DescriptionRequest; found: TableDescription };
  export: { request: KeyExportRequest; found: KeyExport };
  facts: { request: FactsRequest; found: Facts };
  keySample: { request: KeySampleRequest; found: KeySample };
  key: { request: KeyLookUpRequest; found: KeyLookUp };
  plan: { request: FactsRequest; found: TablePlan };
  snapshots: { request: SnapshotsRequest; found: SnapshotListing };
}

export type ReaderKind = keyof ReaderKinds;
export type ReaderRequest = { [K in ReaderKind]: { kind: K; request: ReaderKinds[K]["request"] } }[ReaderKind];

export interface ReaderTask {
  asked: ReaderRequest;
  limits: ReaderLimits;
  extensionDirectory: string;
  /** Where missing extensions are fetched from; null for DuckDB's own repository. */
  extensionRepository: string | null;
  /** Exists, belongs to this reading alone, and is removed by the parent. */
  spillDirectory: string;
  /** How the table's files are opened; null: files of this machine alone. Holds secrets: for the reader's ears only. */
  access: StoreAccess | null;
  /** How the schema registry that the request names is asked; null: it names none. Holds a secret, as above. */
  registry: RegistryAccess | null;
}

export type ToReader = { type: "read"; task: ReaderTask } | { type: "interrupt" };

/** An error in a form that crosses processes. */
export interface ReaderFailure {
  /** `interrupted`: a statement was told to stop; only the parent knows who asked. */
  code: ErrorCode | "interrupted";
  message: string;
  /** The whole error with its stack, for logs. */
  detail: string;
}

/** `registry`: how the schema registry did; left out: nothing was to be asked of it. */
export type ReaderFinding = {
  [K in ReaderKind]: { type: "found"; kind: K; found: ReaderKinds[K]["found"]; registry?: RegistryLook | undefined };
}[ReaderKind];
export type ReaderAnswer = ReaderFinding | { type: "failed"; failure: ReaderFailure };
/** `rested` comes after an answer that is no failure: the database is closed, and another reading can come. */
export type FromReader = { type: "progress"; progress: Progress } | ReaderAnswer | { type: "rested"; residentBytes: number };
