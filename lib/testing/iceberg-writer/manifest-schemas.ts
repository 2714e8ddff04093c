import type { AvroCodec, AvroSchema } from "./avro-file.ts";
import { decimalParts, transformedType, typeOfField } from "./iceberg-schema.ts";
import type { FormatVersion, PartitionSpec, PrimitiveType, Schema } from "./iceberg-schema.ts";

const field = (id: number, name: string, type: unknown): AvroSchema => ({ name, type, "field-id": id });
const optional = (id: number, name: string, type: unknown): AvroSchema => ({ name, type: ["null", type], default: null, "field-id": id });

function mapOf(keyId: number, valueId: number, value: string): AvroSchema {
  const fields = [field(keyId, "key", "int"), field(valueId, "value", value)];
  return { type: "array", items: { type: "record", name: `k${keyId}_v${valueId}`, fields }, logicalType: "map" };
}

/** Avro names allow letters, digits and underscores; Iceberg's own writer escapes the rest like this. */
function avroName(name: string): string {
  const escaped = name.replaceAll(/[^A-Za-z0-9_]/gu, (character) => `_x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`);
  return /^[0-9]/.test(escaped) ? `_${escaped}` : escaped;
}

export function decimalBytes(precision: number): number {
  return Math.ceil((precision * Math.log2(10) + 1) / 8);
}

function avroTypeOf(type: PrimitiveType, fieldId: number): unknown {
  const decimal = decimalParts(type);
  if (decimal !== null)
    return { type: "fixed", name: `decimal_${fieldId}`, size: decimalBytes(decimal.precision), logicalType: "decimal", ...decimal };
  if (type === "uuid") return { type: "fixed", name: `uuid_fixed_${fieldId}`, size: 16, logicalType: "uuid" };
  if (type === "binary") return "bytes";
  if (type === "date") return { type: "int", logicalType: "date" };
  if (type === "time") return { type: "long", logicalType: "time-micros" };
  if (type === "timestamp_ns") return { type: "long", logicalType: "timestamp-nanos", "adjust-to-utc": false };
  if (type === "timestamp" || type === "timestamptz")
    return { type: "long", logicalType: "timestamp-micros", "adjust-to-utc": type === "timestamptz" };
  return type;
}

/** How a writer lays out a manifest where the specification leaves it free, or where readers have to bear it. */
export interface ManifestDialect {
  /** The values of a partition tuple in the reverse of the spec's order. */
  reversed: boolean;
  /** They carry no logical type: numbers as long, decimals as bytes. */
  plain: boolean;
  /** NULL comes last in a union, fields have names of their own, uuids are text, timestamps local and decimals wider than they need be. */
  foreign?: boolean;
  codec: AvroCodec;
}

export const USUAL_DIALECT: ManifestDialect = { reversed: false, plain: false, codec: "deflate" };

function plainTypeOf(type: PrimitiveType, fieldId: number): unknown {
  if (decimalParts(type) !== null) return "bytes";
  return /^(int|long|date|time|timestamp|timestamptz|timestamp_ns)$/.test(type) ? "long" : avroTypeOf(type, fieldId);
}

export const FOREIGN_DECIMAL_BYTES = 20;

function foreignTypeOf(type: PrimitiveType, fieldId: number): unknown {
  const decimal = decimalParts(type);
  if (decimal !== null)
    return { type: "fixed", name: `decimal_${fieldId}`, size: FOREIGN_DECIMAL_BYTES, logicalType: "decimal", ...decimal };
  if (type === "uuid") return { type: "string", logicalType: "uuid" };
  if (type === "timestamp" || type === "timestamptz") return { type: "long", logicalType: "local-timestamp-micros" };
  return avroTypeOf(type, fieldId);
}

/** The name of a tuple's field in the manifest. */
export function tupleFieldName({ name, "field-id": id }: PartitionSpec["fields"][number], { foreign }: ManifestDialect): string {
  return foreign ? `f${id}` : avroName(name);
}

function partitionRecord(spec: PartitionSpec, schemas: readonly Schema[], dialect: ManifestDialect): AvroSchema {
  const { reversed, plain, foreign } = dialect;
  const typeOf = foreign ? foreignTypeOf : plain ? plainTypeOf : avroTypeOf;
  const fields = spec.fields.map((part): AvroSchema => {
    const type = transformedType(typeOfField(schemas, part["source-id"]), part.transform);
    const id = part["field-id"];
    const stored = typeOf(type, id);
    const name = tupleFieldName(part, dialect);
    if (foreign) return { name, type: [stored, "null"], "field-id": id };
    return { ...optional(id, name, stored), "iceberg-field-name": part.name };
  });
  return { type: "record", name: "r102", fields: reversed ? fields.toReversed() : fields };
}

/** The Avro schema of a manifest's entries, by Iceberg's specification ("Manifests"). */
export function manifestEntrySchema(
  formatVersion: FormatVersion,
  spec: PartitionSpec,
  schemas: readonly Schema[],
  dialect: ManifestDialect = USUAL_DIALECT,
): AvroSchema {
  const dataFile = [
    ...(formatVersion === 1 ? [] : [field(134, "content", "int")]),
    field(100, "file_path", "string"),
    field(101, "file_format", "string"),
    field(102, "partition", partitionRecord(spec, schemas, dialect)),
    field(103, "record_count", "long"),
    field(104, "file_size_in_bytes", "long"),
    ...(formatVersion === 1 ? [field(105, "block_size_in_bytes", "long")] : []),
    optional(108, "column_sizes", mapOf(117, 118, "long")),
    optional(109, "value_counts", mapOf(119, 120, "long")),
    optional(110, "null_value_counts", mapOf(121, 122, "long")),
    optional(137, "nan_value_counts", mapOf(138, 139, "long")),
    optional(125, "lower_bounds", mapOf(126, 127, "bytes")),
    optional(128, "upper_bounds", mapOf(129, 130, "bytes")),
    optional(131, "key_metadata", "bytes"),
    optional(132, "split_offsets", { type: "array", items: "long", "element-id": 133 }),
    ...(formatVersion === 1 ? [] : [optional(135, "equality_ids", { type: "array", items: "int", "element-id": 136 })]),
    optional(140, "sort_order_id", "int"),
    ...(formatVersion === 3 ? [optional(142, "first_row_id", "long")] : []),
    ...(formatVersion === 1 ? [] : [optional(143, "referenced_data_file", "string")]),
    ...(formatVersion === 3 ? [optional(144, "content_offset", "long"), optional(145, "content_size_in_bytes", "long")] : []),
  ];
  const fields = [
    field(0, "status", "int"),
    ...(formatVersion === 1
      ? [field(1, "snapshot_id", "long")]
      : [optional(1, "snapshot_id", "long"), optional(3, "sequence_number", "long"), optional(4, "file_sequence_number", "long")]),
    field(2, "data_file", { type: "record", name: "r2", fields: dataFile }),
  ];
  return { type: "record", name: "manifest_entry", fields };
}

/** The Avro schema of a manifest list, by Iceberg's specification ("Manifest Lists"). */
export function manifestListSchema(formatVersion: FormatVersion): AvroSchema {
  const summary = [
    field(509, "contains_null", "boolean"),
    optional(518, "contains_nan", "boolean"),
    optional(510, "lower_bound", "bytes"),
    optional(511, "upper_bound", "bytes"),
  ];
  const fields = [
    field(500, "manifest_path", "string"),
    field(501, "manifest_length", "long"),
    field(502, "partition_spec_id", "int"),
    ...(formatVersion === 1
      ? []
      : [field(517, "content", "int"), field(515, "sequence_number", "long"), field(516, "min_sequence_number", "long")]),
    field(503, "added_snapshot_id", "long"),
    field(504, "added_files_count", "int"),
    field(505, "existing_files_count", "int"),
    field(506, "deleted_files_count", "int"),
    field(512, "added_rows_count", "long"),
    field(513, "existing_rows_count", "long"),
    field(514, "deleted_rows_count", "long"),
    optional(507, "partitions", { type: "array", items: { type: "record", name: "r508", fields: summary }, "element-id": 508 }),
    optional(519, "key_metadata", "bytes"),
    ...(formatVersion === 3 ? [optional(520, "first_row_id", "long")] : []),
  ];
  return { type: "record", name: "manifest_file", fields };
}
