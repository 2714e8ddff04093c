import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LiveFiles } from "#lib/iceberg/plan/entries.ts";
import { readLiveFiles } from "#lib/iceberg/plan/manifests.ts";
import type { PartitionSpec as MetadataSpec } from "#lib/iceberg/plan/metadata.ts";
import { inPlace } from "#lib/iceberg/plan/relocate.ts";
import { encodeAvroFile, type AvroRecord } from "#lib/testing/iceberg-writer/avro-file.ts";
import type { PartitionSpec, Schema } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import { manifestEntrySchema, manifestListSchema } from "#lib/testing/iceberg-writer/manifest-schemas.ts";
import { specs as specsOf } from "#lib/testing/live-files.ts";
import { retyped, without } from "#lib/testing/manifest-records.ts";
import type { TestEngine } from "#lib/testing/test-engine.ts";

const SCHEMA: Schema = {
  type: "struct",
  "schema-id": 0,
  fields: [
    { id: 1, name: "id", required: false, type: "int" },
    { id: 2, name: "at", required: false, type: "timestamp" },
  ],
};
const SPEC: PartitionSpec = { "spec-id": 0, fields: [] };
/** Of the table: spec 0 has no field, spec 1 the column `id` as it is. */
export const MANIFEST_SPECS = specsOf({ 0: [], 1: [[1, "identity"]] });

export interface WrittenManifest {
  entries: AvroRecord[];
  list?: AvroRecord;
  spec?: PartitionSpec;
  /** Fields that the writer of the manifest, or of the list, did not know. */
  lacks?: string[];
  /** Types of fields of `data_file` that its writer writes otherwise. */
  types?: Record<string, unknown>;
  renamed?: Record<string, string>;
}

/** Writes the manifests and their list and reads them back. */
export async function readManifests(engine: TestEngine, manifests: readonly WrittenManifest[]): Promise<LiveFiles> {
  const directory = engine.newDirectory();
  const records = manifests.map((manifest, index): AvroRecord => {
    const path = join(directory, `m${index}.avro`);
    const spec = manifest.types?.["partition"] === undefined ? (manifest.spec ?? SPEC) : SPEC;
    const schema = retyped(without(manifestEntrySchema(3, spec, [SCHEMA]), manifest.lacks ?? []), manifest.types ?? {});
    writeFileSync(path, encodeAvroFile({ schema, records: manifest.entries, metadata: {}, renamed: manifest.renamed }));
    return {
      added_files_count: 0,
      existing_files_count: 0,
      deleted_files_count: 0,
      added_rows_count: 0n,
      existing_rows_count: 0n,
      deleted_rows_count: 0n,
      min_sequence_number: 0n,
      manifest_path: path,
      manifest_length: 1n,
      partition_spec_id: manifest.spec?.["spec-id"] ?? 0,
      content: 0,
      sequence_number: 5n,
      added_snapshot_id: 1n,
      partitions: null,
      key_metadata: null,
      first_row_id: null,
      ...manifest.list,
    };
  });
  const list = join(directory, "snap.avro");
  const specs = new Map<number, MetadataSpec>([
    ...MANIFEST_SPECS,
    ...manifests.flatMap(({ spec }) => (spec ? [[spec["spec-id"], spec] as const] : [])),
  ]);
  const schema = without(
    manifestListSchema(3),
    manifests.flatMap((manifest) => manifest.lacks ?? []),
  );
  writeFileSync(list, encodeAvroFile({ schema, records, metadata: {} }));
  return await readLiveFiles(engine.database, list, { specs, schemas: [SCHEMA] }, inPlace, [1, 2]);
}
