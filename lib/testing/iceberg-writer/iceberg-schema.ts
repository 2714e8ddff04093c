/** The part of Iceberg's type system that the test tables need. Shapes are those of the metadata's JSON, so they are written as they stand. */

interface StructType {
  type: "struct";
  fields: Field[];
}

/** `boolean`, `int`, `long`, `float`, `double`, `decimal(P, S)`, `date`, `time`, `timestamp`, `timestamptz`, `timestamp_ns`, `string`, `uuid`, `binary`. */
export type PrimitiveType = string;

export interface Field {
  id: number;
  name: string;
  required: boolean;
  type: PrimitiveType | StructType;
  "initial-default"?: string | number | boolean;
  "write-default"?: string | number | boolean;
}

export interface Schema {
  type: "struct";
  "schema-id": number;
  "identifier-field-ids"?: number[];
  fields: Field[];
}

/** `identity`, `void`, `bucket[N]`, `truncate[W]`, `year`, `month`, `day`, `hour`. */
export type Transform = string;

/** Of Iceberg's format. */
export type FormatVersion = 1 | 2 | 3;

export interface PartitionField {
  "source-id": number;
  "field-id": number;
  name: string;
  transform: Transform;
}

export interface PartitionSpec {
  "spec-id": number;
  fields: PartitionField[];
}

/** One value of a partition tuple: dates and time units are numbers, times and timestamps bigint, decimals and uuids their bytes. */
export type PartitionValue = null | boolean | number | bigint | string | Uint8Array;

export const UNPARTITIONED: PartitionSpec = { "spec-id": 0, fields: [] };

/** A column that holds values, with the names on its path from the top. */
export interface LeafField {
  id: number;
  path: string[];
  type: PrimitiveType;
  field: Field;
}

/** All leaf columns in schema order. */
export function leavesOf(fields: readonly Field[], above: string[] = []): LeafField[] {
  return fields.flatMap((field) => {
    const path = [...above, field.name];
    if (typeof field.type !== "string") return leavesOf(field.type.fields, path);
    return [{ id: field.id, path, type: field.type, field }];
  });
}

/** Throws when no schema of the table ever had the field. */
export function typeOfField(schemas: readonly Schema[], fieldId: number): PrimitiveType {
  for (const schema of schemas.toReversed()) {
    const leaf = leavesOf(schema.fields).find((candidate) => candidate.id === fieldId);
    if (leaf !== undefined) return leaf.type;
  }
  throw new Error(`no schema has a column with field id ${fieldId}`);
}

export function decimalParts(type: PrimitiveType): { precision: number; scale: number } | null {
  const match = /^decimal\((\d+), ?(\d+)\)$/.exec(type);
  return match === null ? null : { precision: Number(match[1]), scale: Number(match[2]) };
}

/** The type that a partition value has after its transform. */
export function transformedType(sourceType: PrimitiveType, transform: Transform): PrimitiveType {
  if (transform.startsWith("bucket")) return "int";
  if (transform === "day") return "date";
  if (transform === "year" || transform === "month" || transform === "hour") return "int";
  return sourceType;
}

/** Whether deletes written under the spec apply to every partition: it has no field, or only dropped ones. */
export function isUnpartitioned(spec: PartitionSpec): boolean {
  return spec.fields.every((field) => field.transform === "void");
}
