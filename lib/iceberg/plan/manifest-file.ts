import { readAvroHeader } from "#lib/iceberg/avro/avro-container.ts";
import { avroReader, findField, readAvroRecords, type Wanted } from "#lib/iceberg/avro/avro-reader.ts";
import { withoutNull } from "#lib/iceberg/avro/avro-schema.ts";
import type { PartitionSpec } from "#lib/iceberg/plan/metadata.ts";
import { tupleDecoder } from "#lib/iceberg/plan/partition-tuple.ts";
import type { Schema } from "#lib/iceberg/plan/schema.ts";

/** A manifest as its list names it. 64-bit numbers that are not counted are text. */
export interface ListedManifest {
  path: string;
  length: number;
  specId: number;
  isData: boolean;
  sequenceNumber: string | null;
  addedSnapshotId: string | null;
  isEncrypted: boolean;
}

/** A manifest's entry, nothing inherited. */
export interface ManifestEntry {
  status: number;
  snapshotId: string | null;
  sequenceNumber: string | null;
  fileSequenceNumber: string | null;
  content: number | null;
  path: string;
  format: string;
  tuple: string;
  tupleFault: string | null;
  recordCount: number;
  sizeBytes: number;
  equalityIds: number[];
  referencedDataFile: string | null;
  contentOffset: number | null;
  contentSize: number | null;
  /** Bytes of the asked columns; null where the entry has none of theirs. */
  columnBytes: number | null;
  isEncrypted: boolean;
}

const LISTED: Wanted = {
  manifest_path: { id: 500 },
  manifest_length: { id: 501 },
  partition_spec_id: { id: 502 },
  added_snapshot_id: { id: 503 },
  sequence_number: { id: 515 },
  content: { id: 517 },
  key_metadata: { id: 519 },
};

const ENTRY: Wanted = {
  status: { id: 0 },
  snapshot_id: { id: 1 },
  sequence_number: { id: 3 },
  file_sequence_number: { id: 4 },
  data_file: {
    id: 2,
    below: {
      content: { id: 134 },
      file_path: { id: 100 },
      file_format: { id: 101 },
      partition: { id: 102 },
      record_count: { id: 103 },
      file_size_in_bytes: { id: 104 },
      column_sizes: { id: 108 },
      key_metadata: { id: 131 },
      equality_ids: { id: 135 },
      referenced_data_file: { id: 143 },
      content_offset: { id: 144 },
      content_size_in_bytes: { id: 145 },
    },
  },
};

type Values = Record<string, unknown>;

function misfit(name: string, value: unknown): RangeError {
  const what = value === null || value === undefined ? "it has none" : `it has the wrong type: a ${typeof value}`;
  return new RangeError(`its field ${name} does not fit (${what})`);
}

function text(values: Values, name: string): string {
  const value = values[name];
  if (typeof value !== "string") throw misfit(name, value);
  return value;
}

function optionalText(values: Values, name: string): string | null {
  return values[name] === null || values[name] === undefined ? null : text(values, name);
}

/** A 64-bit integer as text. */
function integer(values: Values, name: string): string | null {
  const value = values[name];
  if (value === null || value === undefined) return null;
  if (typeof value !== "number" && typeof value !== "bigint") throw misfit(name, value);
  return String(value);
}

function optionalCount(values: Values, name: string): number | null {
  const value = values[name];
  if (value === null || value === undefined) return null;
  if (typeof value !== "number") throw new RangeError(`its field ${name} does not fit (not a whole number below 2^53)`);
  return value;
}

function count(values: Values, name: string): number {
  const found = optionalCount(values, name);
  if (found === null) throw misfit(name, null);
  return found;
}

/** Some writers leave empty bytes where there is no key. */
function hasKey(values: Values): boolean {
  const key = values["key_metadata"];
  return Buffer.isBuffer(key) && key.length > 0;
}

/** The manifests of a list, in its order. Throws RangeError. Source: Iceberg spec, "Manifest Lists". */
export function readListedManifests(file: Buffer): ListedManifest[] {
  const header = readAvroHeader(file);
  const records = readAvroRecords(file, header, avroReader(header.schema, LISTED)) as Iterable<Values>;
  return Array.from(records, (values) => ({
    path: text(values, "manifest_path"),
    length: optionalCount(values, "manifest_length") ?? 0,
    specId: count(values, "partition_spec_id"),
    isData: (optionalCount(values, "content") ?? 0) === 0,
    sequenceNumber: integer(values, "sequence_number"),
    addedSnapshotId: integer(values, "added_snapshot_id"),
    isEncrypted: hasKey(values),
  }));
}

interface EntryOptions {
  spec: PartitionSpec;
  schemas: readonly Schema[];
  /** Ids of the columns whose bytes are wanted. */
  columnIds: ReadonlySet<number>;
}

/** A manifest's entries, in its order. Throws RangeError. Source: Iceberg spec, "Manifests". */
export function readManifestEntries(file: Buffer, { spec, schemas, columnIds }: EntryOptions): ManifestEntry[] {
  const header = readAvroHeader(file);
  const dataFile = findField(header.schema, "data_file", 2)?.node;
  const partition = (dataFile && findField(withoutNull(dataFile), "partition", 102)?.node) ?? null;
  const readTuple = tupleDecoder(partition, spec, schemas);
  const records = readAvroRecords(file, header, avroReader(header.schema, ENTRY)) as Iterable<Values>;
  return Array.from(records, (values) => {
    const of = values["data_file"];
    if (typeof of !== "object" || of === null) throw misfit("data_file", of);
    const data = of as Values;
    const tuple = readTuple(data["partition"]);
    return {
      status: count(values, "status"),
      snapshotId: integer(values, "snapshot_id"),
      sequenceNumber: integer(values, "sequence_number"),
      fileSequenceNumber: integer(values, "file_sequence_number"),
      content: optionalCount(data, "content"),
      path: text(data, "file_path"),
      format: text(data, "file_format").toUpperCase(),
      tuple: tuple.text,
      tupleFault: tuple.fault,
      recordCount: count(data, "record_count"),
      sizeBytes: count(data, "file_size_in_bytes"),
      equalityIds: numbers(data, "equality_ids"),
      referencedDataFile: optionalText(data, "referenced_data_file"),
      contentOffset: optionalCount(data, "content_offset"),
      contentSize: optionalCount(data, "content_size_in_bytes"),
      columnBytes: bytesOf(data["column_sizes"], columnIds),
      isEncrypted: hasKey(data),
    };
  });
}

function numbers(values: Values, name: string): number[] {
  const list = values[name] ?? [];
  if (!Array.isArray(list) || !list.every((item) => typeof item === "number")) throw misfit(name, list);
  return list;
}

/** Sizes by column come as an Avro map with text for keys, or as a list of key and value. */
function bytesOf(sizes: unknown, columnIds: ReadonlySet<number>): number | null {
  if (!Array.isArray(sizes)) return null;
  const own = (sizes as unknown[]).flatMap((pair) => {
    const [key, value] = Array.isArray(pair) ? (pair as unknown[]) : [];
    return columnIds.has(Number(key)) && typeof value === "number" ? [value] : [];
  });
  return own.length === 0 ? null : own.reduce((sum, bytes) => sum + bytes, 0);
}
