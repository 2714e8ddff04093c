import type { FormatVersion, PartitionSpec, Schema } from "./iceberg-schema.ts";

export interface Snapshot {
  id: bigint;
  parentId: bigint | null;
  sequenceNumber: number;
  timestampMs: number;
  operation: "append" | "overwrite" | "replace" | "delete";
  manifestList: string;
  schemaId: number;
  /** Row lineage; null when the snapshot was written before format version 3. */
  rowIds: { first: number; added: number } | null;
}

export interface TableState {
  formatVersion: FormatVersion;
  uuid: string;
  location: string;
  lastSequenceNumber: number;
  lastUpdatedMs: number;
  lastColumnId: number;
  lastPartitionId: number;
  schemas: Schema[];
  currentSchemaId: number;
  specs: PartitionSpec[];
  defaultSpecId: number;
  properties: Record<string, string>;
  nextRowId: number;
  snapshots: Snapshot[];
  /** Snapshot ids by branch name. */
  branches: Map<string, bigint>;
}

// JSON.stringify has no 64-bit numbers: ids stand as marked text until the quotes are taken off.
const long = (id: bigint): string => `@long:${id}`;

function snapshotJson(snapshot: Snapshot): object {
  return {
    // A snapshot of version 1 has none.
    ...(snapshot.sequenceNumber === 0 ? {} : { "sequence-number": snapshot.sequenceNumber }),
    "snapshot-id": long(snapshot.id),
    ...(snapshot.parentId === null ? {} : { "parent-snapshot-id": long(snapshot.parentId) }),
    "timestamp-ms": snapshot.timestampMs,
    summary: { operation: snapshot.operation },
    "manifest-list": snapshot.manifestList,
    "schema-id": snapshot.schemaId,
    ...(snapshot.rowIds === null ? {} : { "first-row-id": snapshot.rowIds.first, "added-rows": snapshot.rowIds.added }),
  };
}

/** What version 1 names besides the lists of schemas and specs. */
function firstVersionJson(state: TableState): object {
  return {
    schema: state.schemas.find((schema) => schema["schema-id"] === state.currentSchemaId),
    "partition-spec": state.specs.find((spec) => spec["spec-id"] === state.defaultSpecId)?.fields,
  };
}

/** The text of a metadata file, by Iceberg's specification ("Table Metadata Fields"). */
export function encodeTableMetadata(state: TableState): string {
  const current = state.branches.get("main");
  const refs = [...state.branches].map(([name, id]) => [name, { "snapshot-id": long(id), type: "branch" }] as const);
  const json = {
    "format-version": state.formatVersion,
    "table-uuid": state.uuid,
    location: state.location,
    ...(state.formatVersion === 1 ? firstVersionJson(state) : { "last-sequence-number": state.lastSequenceNumber }),
    "last-updated-ms": state.lastUpdatedMs,
    "last-column-id": state.lastColumnId,
    "current-schema-id": state.currentSchemaId,
    schemas: state.schemas,
    "default-spec-id": state.defaultSpecId,
    "partition-specs": state.specs,
    "last-partition-id": state.lastPartitionId,
    "default-sort-order-id": 0,
    "sort-orders": [{ "order-id": 0, fields: [] }],
    properties: state.properties,
    ...(current === undefined ? {} : { "current-snapshot-id": long(current) }),
    ...(state.formatVersion === 3 ? { "next-row-id": state.nextRowId } : {}),
    refs: Object.fromEntries(refs),
    snapshots: state.snapshots.map((snapshot) => snapshotJson(snapshot)),
    statistics: [],
    "partition-statistics": [],
    "snapshot-log": [],
    "metadata-log": [],
  };
  return JSON.stringify(json, null, 1).replaceAll(/"@long:(\d+)"/g, "$1");
}
