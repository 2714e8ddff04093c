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
  "key-id": z.string().optional(),
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
  "last-updated-ms": z.number().optional(),
  "last-sequence-number": id.optional(),
  "metadata-log": z.array(z.object({ "metadata-file": z.string() })).optional(),
  "encryption-keys": z.array(z.unknown()).optional(),
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
  /** What new files are partitioned by. */
  currentSpec: PartitionSpec;
  properties: Record<string, string>;
  currentSnapshotId: string | null;
  snapshots: Snapshot[];
  refs: Record<string, { "snapshot-id": string; type: string }>;
  /** Its files are encrypted with keys of a key service, which Bergwatch does not ask. */
  isEncrypted: boolean;
  lastUpdatedMs: number | null;
  lastSequenceNumber: string | null;
  /** Paths of the metadata files before this one, as far as they are remembered. */
  earlierFiles: string[];
}

const READABLE_VERSIONS = [1, 2, 3];

/** The file may be any, so that no long text of it is said. */
function sayVersion(version: unknown): string {
  const said = JSON.stringify(version);
  return said.length > 10 ? "that is not a number" : said;
}

function checkVersion(file: string, json: unknown): void {
  if (typeof json === "object" && json !== null && "view-uuid" in json) {
    throw new AppError(
      "table_unsupported",
      `${file} is the metadata of a view, which has no rows of its own. Give the table that the view reads.`,
    );
  }
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
      `${file} has Iceberg format version ${sayVersion(version)}; Bergwatch reads versions ${READABLE_VERSIONS.join(", ")}.`,
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
        `The store returned a web page instead of ${file}: a sign-in page or a proxy answers for it. Check the store's endpoint in the configuration.`,
      );
    }
    // No cause: V8's error quotes the text, and the file may be any.
    throw new AppError(
      "table_unreadable",
      `${file} is not whole: it does not parse as JSON${placeOfFault(cause)}. Restore the file, or name an older metadata file.`,
    );
  }
  return fromMetadata(file, json);
}

function placeOfFault(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : "";
  if (message.startsWith("Unexpected end")) return " (it ends too early)";
  const [, position] = / at position (\d+)(?: |$)/.exec(message) ?? [];
  return position === undefined ? "" : ` (a fault at position ${position})`;
}

/** The table metadata in a value that parseLosslessJson read, such as a catalog's answer. `file` names it in messages. Throws as parseMetadata. */
export function fromMetadata(file: string, json: unknown): TableMetadata {
  checkVersion(file, json);
  const parsed = metadataShape.safeParse(withoutNulls(json));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new AppError(
      "table_unreadable",
      `${file} is not valid table metadata: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unknown fault"}.`,
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

function faulty(file: string, fault: string): AppError {
  return new AppError("table_unreadable", `${file} is not valid table metadata: ${fault}. Give another metadata file of the table.`);
}

/** The schema that new rows have. None is guessed: another one may give a name to another column. */
function currentSchemaOf(file: string, shape: z.infer<typeof metadataShape>, schemas: readonly Schema[]): Schema {
  const id = shape["current-schema-id"];
  if (schemas.length === 0) throw faulty(file, "it names no schema");
  const ids = new Set(schemas.map((schema) => schema["schema-id"]));
  if (ids.size < schemas.length) throw faulty(file, "two of its schemas have the same id");
  if (id === undefined) {
    if (shape["format-version"] === 1 && shape.schema) return shape.schema;
    throw faulty(file, "it does not name the id of its current schema");
  }
  const current = schemas.find((schema) => schema["schema-id"] === id);
  if (!current) throw faulty(file, `its current schema is ${id}, and it has no schema of that id`);
  return current;
}

function specsOf(file: string, shape: z.infer<typeof metadataShape>): { specs: PartitionSpec[]; currentSpec: PartitionSpec } {
  const isOld = shape["format-version"] === 1;
  const old = isOld && shape["partition-spec"] ? [{ "spec-id": 0, fields: shape["partition-spec"] }] : [];
  const specs = shape["partition-specs"] ?? old;
  const id = shape["default-spec-id"] ?? (isOld ? specs.at(-1)?.["spec-id"] : undefined);
  if (specs.length === 0) throw faulty(file, "it has no partition spec");
  if (new Set(specs.map((spec) => spec["spec-id"])).size < specs.length) throw faulty(file, "two of its partition specs have the same id");
  if (id === undefined) throw faulty(file, "it does not name the id of its default partition spec");
  const currentSpec = specs.find((spec) => spec["spec-id"] === id);
  if (!currentSpec) throw faulty(file, `its default partition spec is ${id}, and it has no spec of that id`);
  return { specs, currentSpec };
}

function fromShape(file: string, shape: z.infer<typeof metadataShape>): TableMetadata {
  const schemas = shape.schemas?.length ? shape.schemas : shape.schema && shape["format-version"] === 1 ? [shape.schema] : [];
  const currentSchema = currentSchemaOf(file, shape, schemas);
  const { specs, currentSpec } = specsOf(file, shape);
  return {
    file,
    formatVersion: shape["format-version"],
    uuid: shape["table-uuid"] ?? null,
    location: shape.location.replace(/\/+$/, ""),
    schemas,
    currentSchema,
    specs: new Map(specs.map((spec) => [spec["spec-id"], spec])),
    currentSpec,
    properties: shape.properties ?? {},
    currentSnapshotId: currentSnapshotId(file, shape),
    snapshots: shape.snapshots ?? [],
    refs: shape.refs ?? {},
    isEncrypted: (shape["encryption-keys"] ?? []).length > 0,
    lastUpdatedMs: shape["last-updated-ms"] ?? null,
    lastSequenceNumber: shape["last-sequence-number"] ?? null,
    earlierFiles: (shape["metadata-log"] ?? []).map((entry) => entry["metadata-file"]),
  };
}

/** Writers say null for what they leave out. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)]])));
}
