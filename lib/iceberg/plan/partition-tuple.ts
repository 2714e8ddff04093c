import { findFieldById, type Schema } from "#lib/iceberg/plan/schema.ts";
import type { PartitionSpec } from "#lib/iceberg/plan/metadata.ts";

/** True when an equality delete of this spec applies to the whole table: no field, or only void ones. */
export function isUnpartitioned(spec: PartitionSpec): boolean {
  return spec.fields.every((field) => field.transform === "void");
}

/** Ids of the columns that a partition field is made from. */
export function sourceIds(field: PartitionSpec["fields"][number]): number[] {
  return field["source-ids"] ?? (field["source-id"] === undefined ? [] : [field["source-id"]]);
}

/** Which fields of a spec hold dates, in order. */
export function dateFields(spec: PartitionSpec, schemas: readonly Schema[]): boolean[] {
  return spec.fields.map((field) => {
    if (field.transform === "day") return true;
    const source = field["source-id"] ?? field["source-ids"]?.[0];
    const types = schemas.map((schema) => (source === undefined ? null : findFieldById(schema.fields, source)?.field.type));
    return types.includes("date");
  });
}

/** Writers store a day as an Avro date or as a plain number; both become days since the epoch. */
function days(value: unknown): unknown {
  const date = typeof value === "string" ? /^(\d{4,})-(\d\d)-(\d\d)$/.exec(value) : null;
  return date ? Date.UTC(Number(date[1]), Number(date[2]) - 1, Number(date[3])) / 86_400_000 : value;
}

/** Text, since a manifest from before a column was widened holds an int where a later one holds a long, which arrives as text. */
function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * A partition tuple as text: a JSON list of the values as text or null, in the spec's order. Within one spec, equal text means equal tuple.
 * In: the manifest's `partition` struct with lossless values (null for an unpartitioned spec), and which of its fields are dates.
 */
export function tupleText(partition: Record<string, unknown> | null, dates: readonly boolean[]): string {
  const values = Object.values(partition ?? {}).map((value, index) => (dates[index] ? days(value) : value));
  return JSON.stringify(values.map(valueText));
}
