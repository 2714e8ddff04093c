import { encodeAvroFile } from "./avro-file.ts";
import type { AvroRecord } from "./avro-file.ts";
import type { ManifestEntry } from "./content-file.ts";
import { decimalParts, transformedType, typeOfField } from "./iceberg-schema.ts";
import type { FormatVersion, PartitionSpec, PartitionValue, PrimitiveType, Schema } from "./iceberg-schema.ts";
import {
  decimalBytes,
  FOREIGN_DECIMAL_BYTES,
  manifestEntrySchema,
  manifestListSchema,
  tupleFieldName,
  USUAL_DIALECT,
} from "./manifest-schemas.ts";
import type { ManifestDialect } from "./manifest-schemas.ts";
import { bigEndian, boundsOf, singleValue } from "./values.ts";

export interface Manifest {
  path: string;
  length: number;
  specId: number;
  content: "data" | "deletes";
  sequenceNumber: number;
  addedSnapshotId: bigint;
  firstRowId: number | null;
  entries: ManifestEntry[];
}

/** What all manifests of one table share. `schemas` are all that the table ever had, oldest first. */
export interface ManifestContext {
  formatVersion: FormatVersion;
  schemas: readonly Schema[];
}

const STATUS = { existing: 0, added: 1, deleted: 2 } as const;
const CONTENT = { data: 0, "position deletes": 1, "equality deletes": 2 } as const;

function mapRecords<T>(map: Map<number, T> | undefined, convert: (value: T) => unknown): AvroRecord[] | null {
  return map === undefined ? null : [...map].map(([key, value]) => ({ key, value: convert(value) }));
}

function avroPartitionValue(type: PrimitiveType, value: PartitionValue, { plain, foreign }: ManifestDialect): unknown {
  const decimal = decimalParts(type);
  if (foreign && decimal !== null && typeof value === "bigint") return bigEndian(value, FOREIGN_DECIMAL_BYTES);
  if (foreign && type === "uuid" && value instanceof Uint8Array) return uuidText(value);
  if (decimal !== null && typeof value === "bigint") return bigEndian(value, plain ? undefined : decimalBytes(decimal.precision));
  if (typeof value === "number" && (type === "long" || (plain && (type === "int" || type === "date")))) return BigInt(value);
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}

const uuidText = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

const nullOrLong = (value: number | null | undefined): bigint | null => (value === null || value === undefined ? null : BigInt(value));

function entryRecord(context: ManifestContext, spec: PartitionSpec, entry: ManifestEntry, dialect: ManifestDialect): AvroRecord {
  const { file, inherits } = entry;
  const partition = spec.fields.map((part, index) => {
    const type = transformedType(typeOfField(context.schemas, part["source-id"]), part.transform);
    return [tupleFieldName(part, dialect), avroPartitionValue(type, file.partition[index] ?? null, dialect)] as const;
  });
  return {
    status: STATUS[entry.status],
    snapshot_id: entry.snapshotId,
    sequence_number: inherits.sequenceNumber ? null : BigInt(entry.sequenceNumber),
    file_sequence_number: inherits.fileSequenceNumber ? null : BigInt(entry.fileSequenceNumber),
    data_file: {
      content: CONTENT[file.content],
      file_path: file.path,
      file_format: file.format,
      partition: Object.fromEntries(partition),
      record_count: BigInt(file.recordCount),
      file_size_in_bytes: BigInt(file.fileSizeBytes),
      block_size_in_bytes: 67_108_864n,
      column_sizes: mapRecords(file.columnSizes, BigInt),
      value_counts: mapRecords(file.valueCounts, BigInt),
      null_value_counts: mapRecords(file.nullValueCounts, BigInt),
      nan_value_counts: null,
      lower_bounds: mapRecords(file.lowerBounds, (bytes) => Buffer.from(bytes)),
      upper_bounds: mapRecords(file.upperBounds, (bytes) => Buffer.from(bytes)),
      key_metadata: null,
      split_offsets: null,
      equality_ids: file.equalityIds ?? null,
      sort_order_id: null,
      first_row_id: inherits.firstRowId ? null : nullOrLong(entry.firstRowId),
      referenced_data_file: file.referencedDataFile ?? null,
      content_offset: nullOrLong(file.contentOffset),
      content_size_in_bytes: nullOrLong(file.contentSizeBytes),
    },
  };
}

/** One manifest as an Avro file; all its entries are of the spec. `schema` is the table's at the time. */
export function encodeManifest(
  context: ManifestContext,
  manifest: { spec: PartitionSpec; schema: Schema; content: "data" | "deletes"; entries: readonly ManifestEntry[] },
  dialect: ManifestDialect = USUAL_DIALECT,
): Buffer {
  return encodeAvroFile({
    codec: dialect.codec,
    schema: manifestEntrySchema(context.formatVersion, manifest.spec, context.schemas, dialect),
    records: manifest.entries.map((entry) => entryRecord(context, manifest.spec, entry, dialect)),
    metadata: {
      schema: JSON.stringify(manifest.schema),
      "schema-id": String(manifest.schema["schema-id"]),
      "partition-spec": JSON.stringify(manifest.spec.fields),
      "partition-spec-id": String(manifest.spec["spec-id"]),
      "format-version": String(context.formatVersion),
      content: manifest.content,
    },
  });
}

function partitionSummaries(context: ManifestContext, spec: PartitionSpec, manifest: Manifest): AvroRecord[] {
  return spec.fields.map((part, index) => {
    const type = transformedType(typeOfField(context.schemas, part["source-id"]), part.transform);
    const values = manifest.entries.map((entry) => entry.file.partition[index] ?? null);
    const bounds = boundsOf(values);
    return {
      contains_null: values.includes(null),
      contains_nan: values.some((value) => Number.isNaN(value)),
      lower_bound: bounds === null ? null : singleValue(type, bounds.lower),
      upper_bound: bounds === null ? null : singleValue(type, bounds.upper),
    };
  });
}

export function countEntries(manifest: Manifest, status: ManifestEntry["status"]): { files: number; rows: number } {
  const entries = manifest.entries.filter((entry) => entry.status === status);
  return { files: entries.length, rows: entries.reduce((sum, entry) => sum + entry.file.recordCount, 0) };
}

/** The manifest list of one snapshot as an Avro file. */
export function encodeManifestList(
  context: ManifestContext,
  list: {
    snapshotId: bigint;
    parentId: bigint | null;
    sequenceNumber: number;
    manifests: readonly Manifest[];
    specs: readonly PartitionSpec[];
  },
): Buffer {
  const records = list.manifests.map((manifest): AvroRecord => {
    const spec = list.specs.find((candidate) => candidate["spec-id"] === manifest.specId);
    if (spec === undefined) throw new Error(`manifest ${manifest.path} is of spec ${manifest.specId}, which the table lacks`);
    const [added, existing, deleted] = (["added", "existing", "deleted"] as const).map((status) => countEntries(manifest, status));
    const live = manifest.entries.filter((entry) => entry.status !== "deleted");
    return {
      manifest_path: manifest.path,
      manifest_length: BigInt(manifest.length),
      partition_spec_id: manifest.specId,
      content: manifest.content === "data" ? 0 : 1,
      sequence_number: BigInt(manifest.sequenceNumber),
      min_sequence_number: BigInt(Math.min(manifest.sequenceNumber, ...live.map((entry) => entry.sequenceNumber))),
      added_snapshot_id: manifest.addedSnapshotId,
      added_files_count: added?.files ?? 0,
      existing_files_count: existing?.files ?? 0,
      deleted_files_count: deleted?.files ?? 0,
      added_rows_count: BigInt(added?.rows ?? 0),
      existing_rows_count: BigInt(existing?.rows ?? 0),
      deleted_rows_count: BigInt(deleted?.rows ?? 0),
      partitions: partitionSummaries(context, spec, manifest),
      key_metadata: null,
      first_row_id: nullOrLong(manifest.firstRowId),
    };
  });
  return encodeAvroFile({
    schema: manifestListSchema(context.formatVersion),
    records,
    metadata: {
      "snapshot-id": String(list.snapshotId),
      "parent-snapshot-id": list.parentId === null ? "null" : String(list.parentId),
      "sequence-number": String(list.sequenceNumber),
      "format-version": String(context.formatVersion),
    },
  });
}
