import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import { parseLosslessJson } from "#lib/iceberg/plan/lossless-json.ts";
import { schemaShape, type Schema } from "#lib/iceberg/plan/schema.ts";

const id = z.union([z.string(), z.number()]).transform(String);

const partitionFields = z.array(
  z.object({
    "field-id": z.int().optional(),
    "source-id": z.int().optional(),
    "source-ids": z.array(z.int()).optional(),
    transform: z.string(),
    name: z.string(),
  }),
);
const partitionSpec = z.object({ "spec-id": z.int(), fields: partitionFields });

const snapshot = z.object({
  "snapshot-id": id,
  "parent-snapshot-id": id.nullish(),
  "sequence-number": id.default("0"),
  // What a date can be.
  "timestamp-ms": z.number().min(-8.64e15).max(8.64e15),
  "manifest-list": z.string().optional(),
  "schema-id": z.int().nullish(),
  summary: z.record(z.string(), z.string()).optional(),
});

const metadataShape = z.object({
  "format-version": z.int(),
  "table-uuid": z.string().nullish(),
  location: z.string(),
  schemas: z.array(schemaShape).optional(),
  "current-schema-id": z.int().optional(),
  schema: schemaShape.optional(),
  "partition-specs": z.array(partitionSpec).optional(),
  "partition-spec": partitionFields.optional(),
  "default-spec-id": z.int().optional(),
  properties: z.record(z.string(), z.string()).nullish(),
  "current-snapshot-id": id.nullish(),
  snapshots: z.array(snapshot).nullish(),
  refs: z.record(z.string(), z.object({ "snapshot-id": id, type: z.string() })).nullish(),
});

export type PartitionSpec = z.infer<typeof partitionSpec>;
export type Snapshot = z.infer<typeof snapshot>;

/** What Bergwatch reads of a table's metadata file; snapshot ids and sequence numbers are text. */
export interface TableMetadata {
  file: string;
  formatVersion: number;
  uuid: string | null;
  location: string;
  schemas: Schema[];
  currentSchema: Schema;
  specs: Map<number, PartitionSpec>;
  /** What new files are partitioned by; null: the metadata names a spec that it does not have. */
  currentSpec: PartitionSpec | null;
  properties: Record<string, string>;
  currentSnapshotId: string | null;
  snapshots: Snapshot[];
  refs: Record<string, { "snapshot-id": string; type: string }>;
}

const READABLE_VERSIONS = [1, 2, 3];

function checkVersion(file: string, json: unknown): void {
  const version = z.object({ "format-version": z.unknown() }).safeParse(json).data?.["format-version"];
  if (version === undefined) {
    throw new AppError(
      "table_unreadable",
      `${file} is JSON, but no Iceberg table metadata: it has no format-version. Give the table's own metadata file or its directory.`,
    );
  }
  if (!READABLE_VERSIONS.some((known) => known === version)) {
    throw new AppError(
      "table_unsupported",
      `${file} has Iceberg format version ${JSON.stringify(version)}; Bergwatch reads versions ${READABLE_VERSIONS.join(", ")}.`,
    );
  }
}

/**
 * The table metadata in `text`. Throws table_unreadable (not JSON, not a table) or table_unsupported (format version), naming the file.
 * Source: Iceberg spec, "Table metadata".
 */
export function parseMetadata(file: string, text: string): TableMetadata {
  let json: unknown;
  try {
    json = parseLosslessJson(text);
  } catch (cause) {
    if (/^\s*<(?:!doctype|html)/i.test(text)) {
      throw new AppError(
        "table_unreadable",
        `In the place of ${file} comes a web page: something before its store answers for it, a sign-in page or a proxy. Check the store's endpoint in the configuration.`,
        { cause },
      );
    }
    throw new AppError(
      "table_unreadable",
      `${file} is not whole: it does not parse as JSON (${(cause as Error).message}). Restore the file, or name an older metadata file.`,
      { cause },
    );
  }
  return fromMetadata(file, json);
}

/** The table metadata in a value that parseLosslessJson read, such as a catalog's answer. `file` names it in messages. Throws as parseMetadata. */
export function fromMetadata(file: string, json: unknown): TableMetadata {
  checkVersion(file, json);
  const parsed = metadataShape.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new AppError(
      "table_unreadable",
      `${file} is no valid table metadata: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unknown fault"}.`,
      { cause: parsed.error },
    );
  }
  return fromShape(file, parsed.data);
}

/** Writers say -1 for a table that was never written. Two words on what is current leave no snapshot to read. */
function currentSnapshotId(file: string, shape: z.infer<typeof metadataShape>): string | null {
  const said = shape["current-snapshot-id"] ?? null;
  const current = said === "-1" ? null : said;
  const main = shape.refs?.["main"]?.["snapshot-id"];
  if (main === undefined || main === current) return current;
  throw new AppError(
    "table_unreadable",
    `${file} contradicts itself: its current snapshot is ${current ?? "none"}, its branch main ends in ${main}. Restore the file, or name an older metadata file.`,
  );
}

function fromShape(file: string, shape: z.infer<typeof metadataShape>): TableMetadata {
  const schemas = shape.schemas?.length ? shape.schemas : shape.schema ? [shape.schema] : [];
  const currentSchema = schemas.find((schema) => schema["schema-id"] === shape["current-schema-id"]) ?? shape.schema ?? schemas.at(-1);
  if (!currentSchema) throw new AppError("table_unreadable", `${file} is no valid table metadata: it names no schema.`);
  const specs = shape["partition-specs"] ?? [{ "spec-id": 0, fields: shape["partition-spec"] ?? [] }];
  return {
    file,
    formatVersion: shape["format-version"],
    uuid: shape["table-uuid"] ?? null,
    location: shape.location.replace(/\/+$/, ""),
    schemas,
    currentSchema,
    specs: new Map(specs.map((spec) => [spec["spec-id"], spec])),
    currentSpec: specs.find((spec) => spec["spec-id"] === (shape["default-spec-id"] ?? specs.at(-1)?.["spec-id"])) ?? null,
    properties: shape.properties ?? {},
    currentSnapshotId: currentSnapshotId(file, shape),
    snapshots: shape.snapshots ?? [],
    refs: shape.refs ?? {},
  };
}
