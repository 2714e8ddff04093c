import { columnsByRole, type ColumnsByRole } from "#lib/column-roles.ts";
import type { Facts, FactsRequest, KeyProfile, PlanFacts, RowFacts, TableRequest } from "#lib/iceberg/contract.ts";
import type { Backlog } from "#lib/iceberg/contract-backlog.ts";

const NONE = { files: 0, rows: 0, bytes: 0 };
const NO_BACKLOG: Backlog = {
  partitions: [],
  otherPartitions: null,
  partitionCount: 1,
  ages: {},
  dangling: {},
  reading: { deletes: NONE, dataWithDeletes: NONE, deletesPerDataFileMax: 0, matches: 0 },
};
const NOT_ASKED = { value: null, reason: "No such column was given." } as const;

interface FactsChanges extends Partial<Omit<Facts, "plan" | "keyProfile" | "rowFacts">> {
  plan?: Partial<PlanFacts>;
  keyProfile?: Partial<KeyProfile>;
  rowFacts?: Partial<RowFacts>;
}

/** Facts of a healthy table of 30 rows and keys in 2 files, read exactly; what a test is about is changed by name. */
export function someFacts({ plan, keyProfile, rowFacts, ...rest }: FactsChanges = {}): Facts {
  return {
    table: {
      location: "file:/lake/orders",
      uuid: "0b5bb6a4-6a8e-4f4e-9d86-1f6a8c1c2a11",
      formatVersion: 2,
      metadataFile: "file:/lake/orders/metadata/v3.metadata.json",
      ownerProperties: {},
      snapshotsRetained: 3,
      lastCompactionAt: null,
    },
    snapshot: { id: "5834977859330697266", sequenceNumber: "3", committedAt: "2026-03-01T10:00:00.000Z", operation: "append" },
    plan: {
      data: { files: 2, rows: 30, bytes: 6365 },
      smallDataFiles: 2,
      positionDeletes: NONE,
      equalityDeletes: NONE,
      deletionVectors: NONE,
      danglingDeleteFiles: { value: 0 },
      filesRegisteredTwice: 0,
      backlog: NO_BACKLOG,
      bytesPlanned: 1200,
      ...plan,
    },
    keyProfile: {
      rows: 30,
      nullKeyRows: 0,
      distinctKeys: 30,
      duplicatedKeys: 0,
      duplicatesDigest: "0.0",
      rowsPerKeyMax: 1,
      partitionsPerKey: { value: { "0": 0, "1": 30, "2": 0, "3": 0, "4": 0, "5+": 0 } },
      partitionsPerKeyMax: { value: 1 },
      multiPartitionKeys: { value: 0 },
      multiKeyBytesKeys: { value: 0 },
      rawRows: { value: 30 },
      rawDuplicatedKeys: { value: 0 },
      ...keyProfile,
    },
    rowFacts: {
      commitLagSeconds: { value: 60 },
      latestAt: { value: "2026-03-01T09:59:00.000Z" },
      ghostRows: NOT_ASKED,
      softDeletedRows: NOT_ASKED,
      unavailableValueRows: NOT_ASKED,
      snapshotStreamOverlapKeys: NOT_ASKED,
      envelope: NOT_ASKED,
      ...rowFacts,
    },
    causes: { value: null, reason: "No key is duplicated." },
    samples: [],
    trust: { level: "exact", direction: null, reasons: [] },
    readerFaults: [],
    comparison: null,
    engine: { name: "DuckDB", version: "1.5.5", extension: "45163a28", readBy: "iceberg_scan" },
    cost: { bytesPlanned: 1200, milliseconds: 80 },
    snapshots: [],
    columns: [],
    ...rest,
  };
}

export type RequestChanges<R extends { columns: ColumnsByRole }> = Partial<Omit<R, "columns">> & { columns?: Partial<ColumnsByRole> };

/** What any reading of rows asks of a table at `location` with the key `id`. */
export function someTableRequest({ columns, ...rest }: RequestChanges<TableRequest> = {}): TableRequest {
  return {
    location: "/lake/orders",
    relocated: false,
    snapshot: { by: "current" },
    key: ["id"],
    columns: columnsByRole(columns),
    where: null,
    ...rest,
  };
}

/** A request for facts of such a table. */
export function someRequest(changes: RequestChanges<FactsRequest> = {}): FactsRequest {
  return { cdc: false, sample: { keysMax: 20, rowsPerKeyMax: 50 }, ...changes, ...someTableRequest(changes) };
}
