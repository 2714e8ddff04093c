import type { PartitionValue } from "#lib/iceberg/contract-backlog.ts";
import type { PartitionSpec } from "#lib/iceberg/plan/metadata.ts";
import { isUnpartitioned, resultType, sourceIds } from "#lib/iceberg/plan/partition-tuple.ts";
import { shownTimestamp } from "#lib/iceberg/plan/partition-value.ts";
import { findFieldById, type IcebergType, type Schema } from "#lib/iceberg/plan/schema.ts";

/** Reads the tuples of one spec. */
export type ReadTuple = (tuple: string) => PartitionValue[];

/**
 * How the tuples of a spec (as tupleDecoder writes them) are said to a person: its fields by name, void ones left out; none for an unpartitioned
 * spec. Days and dates become `2026-11-24`, timestamps `2026-11-24 13:00:00`, months `2026-11`, years `2026`, hours `2026-11-24-13`. Pure.
 */
export function tupleReader(spec: PartitionSpec, schemas: readonly Schema[]): ReadTuple {
  if (isUnpartitioned(spec)) return () => [];
  const fields = spec.fields.map((field) => ({
    name: field.name,
    transform: field.transform,
    type: resultType(field, schemas),
    columns: columnsOf(sourceIds(field), schemas),
  }));
  return (tuple) => {
    const values = JSON.parse(tuple) as (string | null)[];
    return fields.flatMap(({ name, transform, type, columns }, at) => {
      if (transform === "void") return [];
      const value = values[at] ?? null;
      return [{ field: name, columns, value: value === null ? null : say(value, transform, type) }];
    });
  };
}

/** The top-level columns by their newest names. */
function columnsOf(ids: readonly number[], schemas: readonly Schema[]): string[] {
  const found = ids.map((id) => {
    for (const schema of schemas.toReversed()) {
      const [top] = findFieldById(schema.fields, id)?.path ?? [];
      if (top) return top.name;
    }
    return null;
  });
  return found.includes(null) ? [] : [...new Set(found.filter((name) => name !== null))];
}

function say(value: string, transform: string, type: IcebergType): string {
  if (typeof type === "string" && type.startsWith("timestamp")) return shownTimestamp(value, type) ?? value;
  const count = Number(value);
  if (!Number.isSafeInteger(count)) return value;
  const year = String(1970 + Math.floor(count / 12));
  switch (type === "date" ? "day" : transform) {
    case "year":
      return String(1970 + count);
    case "month":
      return `${year}-${String((((count % 12) + 12) % 12) + 1).padStart(2, "0")}`;
    case "day":
      return isoOf(count * 86_400_000)?.slice(0, 10) ?? value;
    case "hour":
      return (
        isoOf(count * 3_600_000)
          ?.slice(0, 13)
          .replace("T", "-") ?? value
      );
    default:
      return value;
  }
}

/** null: beyond what a Date can hold. */
function isoOf(ms: number): string | null {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
