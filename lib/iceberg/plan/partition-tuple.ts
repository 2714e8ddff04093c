import { withoutNull, type AvroNode } from "#lib/iceberg/avro/avro-schema.ts";
import type { PartitionSpec } from "#lib/iceberg/plan/metadata.ts";
import { partitionValueText, UNKNOWN_TYPE } from "#lib/iceberg/plan/partition-value.ts";
import { findFieldById, type IcebergType, type Schema } from "#lib/iceberg/plan/schema.ts";

type PartitionField = PartitionSpec["fields"][number];

/** True when an equality delete of this spec applies to the whole table: no field, or only void ones. */
export function isUnpartitioned(spec: PartitionSpec): boolean {
  return spec.fields.every((field) => field.transform === "void");
}

/** Ids of the columns that a partition field is made from. */
export function sourceIds(field: PartitionField): number[] {
  return field["source-ids"] ?? (field["source-id"] === undefined ? [] : [field["source-id"]]);
}

/** The type of a partition field's values. Source: Iceberg spec, "Partition Transforms". */
export function resultType(field: PartitionField, schemas: readonly Schema[]): IcebergType {
  const [name] = /^\w+/.exec(field.transform) ?? [""];
  if (name === "day") return "date";
  if (["year", "month", "hour", "bucket"].includes(name)) return "int";
  const [source] = sourceIds(field);
  if (source === undefined || (name !== "identity" && name !== "truncate")) return UNKNOWN_TYPE;
  for (const schema of schemas.toReversed()) {
    const found = findFieldById(schema.fields, source);
    if (found) return found.field.type;
  }
  return UNKNOWN_TYPE;
}

/** A tuple as text, and what is wrong with it. */
export interface DecodedTuple {
  text: string;
  /** Completes "its entry … ". null: nothing. */
  fault: string | null;
}

/**
 * How the tuples of one manifest become text: a JSON list of the values as partitionValueText writes them or null, in the spec's order. Within
 * one spec, equal text means equal tuple. Values are found by the field ids of the manifest's own struct, which writers order as they like; a
 * field that was taken out of the spec (`void`) may be absent. In: the struct's type (null where the manifest has none), the spec and all schemas of the table.
 */
export function tupleDecoder(struct: AvroNode | null, spec: PartitionSpec, schemas: readonly Schema[]): (values: unknown) => DecodedTuple {
  const stored = struct ? withoutNull(struct).fields : [];
  const known = spec.fields.map((field, at) => placeOf(stored, field, at));
  const steps = spec.fields.map((field, index) => ({ field, at: known[index] ?? -1, type: resultType(field, schemas) }));
  const unplaced = steps.filter(({ at, field }) => at < 0 && field.transform !== "void").length;
  const fits = unplaced === 0 && stored.every((_, at) => known.includes(at));
  return (values) => {
    const row: unknown[] = Array.isArray(values) ? values : [];
    let fault = fits ? null : `has a tuple of ${stored.length}, so which rows a delete reaches is a guess`;
    const texts = steps.map(({ field, at, type }) => {
      const node = stored[at]?.node;
      if (node === undefined || field.transform === "void") return null;
      const text = partitionValueText(row[at], node, type);
      if (text === undefined) fault = `has a value of the partition field ${field.name} that is not a ${sayType(type)}`;
      return text ?? null;
    });
    return { text: JSON.stringify(texts), fault };
  };
}

function sayType(type: IcebergType): string {
  return typeof type === "string" ? type : type.type;
}

/** Index of the field's value in the struct: by id, or by name or position in a struct without ids. -1 if absent. */
function placeOf(stored: readonly { name: string; id: number | null }[], { "field-id": id, name }: PartitionField, at: number): number {
  if (id !== undefined && stored.some((field) => field.id !== null)) return stored.findIndex((field) => field.id === id);
  const byName = stored.findIndex((field) => field.name === name);
  return byName >= 0 || at >= stored.length ? byName : at;
}
