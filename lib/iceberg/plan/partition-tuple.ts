import type { PartitionSpec } from "#lib/iceberg/plan/metadata.ts";

/** True when an equality delete of this spec applies to the whole table: no field, or only void ones. */
export function isUnpartitioned(spec: PartitionSpec): boolean {
  return spec.fields.every((field) => field.transform === "void");
}

/** Writers store a day as an Avro date or as a plain number; both become days since the epoch. */
function canonical(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const date = /^(\d{4,})-(\d\d)-(\d\d)$/.exec(value);
  if (!date) return value;
  const days = Date.UTC(Number(date[1]), Number(date[2]) - 1, Number(date[3])) / 86_400_000;
  return Number.isFinite(days) ? days : value;
}

/**
 * A partition tuple as text: the values in the spec's order. Within one spec, equal text means equal tuple.
 * In: the manifest's `partition` struct with lossless values, or null for an unpartitioned spec.
 */
export function tupleText(partition: Record<string, unknown> | null): string {
  return JSON.stringify(Object.values(partition ?? {}).map(canonical));
}
