import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { ContentFile, ManifestEntry } from "#lib/testing/iceberg-writer/content-file.ts";
import type { PartitionSpec, Schema } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import { encodeManifest, encodeManifestList, type Manifest } from "#lib/testing/iceberg-writer/manifest.ts";
import { encodeTableMetadata, type TableState } from "#lib/testing/iceberg-writer/table-metadata.ts";

const COLUMNS = 20;
const DAYS = 365;
const FIRST_DAY = 20_000;
const FILES_PER_MANIFEST = 100;
const ROWS_PER_FILE = 10_000;
const SNAPSHOT = 7_262_541_287_436_013_851n;

/** How many live files of each kind the table has. */
export const MANY_FILES = { data: 50_000, equality: 3000, position: 1000 } as const;

/** What one plan took, in a process of its own. */
export const Planned = z.object({ ms: z.number(), processorMs: z.number(), residentBytesMax: z.number() });
export type Planned = z.infer<typeof Planned>;

const SPEC: PartitionSpec = { "spec-id": 0, fields: [{ "source-id": 2, "field-id": 1000, name: "day", transform: "day" }] };
const SCHEMA: Schema = {
  type: "struct",
  "schema-id": 0,
  fields: Array.from({ length: COLUMNS }, (_, at) => ({
    id: at + 1,
    name: at === 0 ? "id" : at === 1 ? "event_time" : `column_${at}`,
    required: false,
    type: at === 1 ? "timestamptz" : "long",
  })),
};

/**
 * Writes the metadata of a table of 50,000 data files, 3,000 equality-delete files and 1,000 position-delete files in 540 manifests, with statistics
 * of 20 columns as engines write them. The files themselves are not there: planning a scan opens none.
 * In: where it is written, and where its metadata says that it lies.
 */
export function makeManyFiles(directory: string, location: string): void {
  mkdirSync(join(directory, "metadata"), { recursive: true });
  const state = stateOf(location);
  const manifests = [
    ...manifestsOf(directory, state, "data", MANY_FILES.data, (at) => dataFile(location, at)),
    ...manifestsOf(directory, state, "deletes", MANY_FILES.equality, (at) => equalityDelete(location, at)),
    ...manifestsOf(directory, state, "deletes", MANY_FILES.position, (at) => positionDelete(location, at)),
  ];
  const list = { snapshotId: SNAPSHOT, parentId: null, sequenceNumber: state.lastSequenceNumber, manifests, specs: state.specs };
  writeFileSync(join(directory, "metadata", "snap.avro"), encodeManifestList(state, list));
  writeFileSync(join(directory, "metadata", "v1.metadata.json"), encodeTableMetadata(state));
  writeFileSync(join(directory, "metadata", "version-hint.text"), "1");
}

function stateOf(location: string): TableState {
  const timestampMs = Date.UTC(2026, 0, 1);
  const sequenceNumber = MANY_FILES.data / FILES_PER_MANIFEST + 1;
  return {
    formatVersion: 2,
    uuid: "6f0d4a3e-7a5b-4b0e-9a55-2f7a61f0c1de",
    location,
    lastSequenceNumber: sequenceNumber,
    lastUpdatedMs: timestampMs,
    lastColumnId: COLUMNS,
    lastPartitionId: 1000,
    schemas: [SCHEMA],
    currentSchemaId: 0,
    specs: [SPEC],
    defaultSpecId: 0,
    properties: {},
    nextRowId: 0,
    snapshots: [
      {
        id: SNAPSHOT,
        parentId: null,
        sequenceNumber,
        timestampMs,
        operation: "append",
        manifestList: `${location}/metadata/snap.avro`,
        schemaId: 0,
        rowIds: null,
      },
    ],
    branches: new Map([["main", SNAPSHOT]]),
  };
}

/** Each manifest is a commit of its own, so that ages differ. */
function manifestsOf(
  directory: string,
  state: TableState,
  content: Manifest["content"],
  count: number,
  fileAt: (at: number) => ContentFile,
): Manifest[] {
  return Array.from({ length: count / FILES_PER_MANIFEST }, (_, number) => {
    const sequenceNumber = number + 2;
    const entries = Array.from({ length: FILES_PER_MANIFEST }, (__, at): ManifestEntry => ({
      file: fileAt(number * FILES_PER_MANIFEST + at),
      status: "added",
      snapshotId: SNAPSHOT,
      sequenceNumber,
      fileSequenceNumber: sequenceNumber,
      firstRowId: null,
      inherits: { sequenceNumber: true, fileSequenceNumber: true, firstRowId: true },
    }));
    const bytes = encodeManifest(state, { spec: SPEC, schema: SCHEMA, content, entries });
    const name = `${content}-${entries[0]?.file.content.split(" ")[0] ?? ""}-${number}-m0.avro`;
    writeFileSync(join(directory, "metadata", name), bytes);
    const path = `${state.location}/metadata/${name}`;
    return { path, length: bytes.length, specId: 0, content, sequenceNumber, addedSnapshotId: SNAPSHOT, firstRowId: null, entries };
  });
}

function placed(at: number): Pick<ContentFile, "format" | "specId" | "partition"> {
  return { format: "PARQUET", specId: 0, partition: [FIRST_DAY + (at % DAYS)] };
}

function dataPath(location: string, at: number): string {
  return `${location}/data/event_time_day=${FIRST_DAY + (at % DAYS)}/00000-${at}-5c8e2d1b-6a3f-4d0e-9b77-0c1d2e3f4a5b-00001.parquet`;
}

function dataFile(location: string, at: number): ContentFile {
  const each = <T>(value: (id: number) => T): Map<number, T> => new Map(SCHEMA.fields.map(({ id }) => [id, value(id)]));
  const bound = (number: number): Uint8Array => new Uint8Array(new BigInt64Array([BigInt(number)]).buffer);
  return {
    ...placed(at),
    content: "data",
    path: dataPath(location, at),
    recordCount: ROWS_PER_FILE,
    fileSizeBytes: 4_000_000 + at,
    columnSizes: each((id) => 100_000 + id),
    valueCounts: each(() => ROWS_PER_FILE),
    nullValueCounts: each(() => 0),
    lowerBounds: each((id) => bound(at * id)),
    upperBounds: each((id) => bound(at * id + ROWS_PER_FILE)),
  };
}

function equalityDelete(location: string, at: number): ContentFile {
  const path = `${location}/data/00000-${at}-deletes-00001.parquet`;
  return { ...placed(at), content: "equality deletes", path, recordCount: 50, fileSizeBytes: 2000, equalityIds: [1] };
}

/** Every second one names its data file. */
function positionDelete(location: string, at: number): ContentFile {
  const path = `${location}/data/00000-${at}-positions-00001.parquet`;
  const named = at % 2 === 0 ? { referencedDataFile: dataPath(location, at) } : {};
  return { ...placed(at), content: "position deletes", path, recordCount: 20, fileSizeBytes: 1500, ...named };
}
