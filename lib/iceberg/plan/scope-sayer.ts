import type { TableMetadata } from "#lib/iceberg/plan/metadata.ts";
import { tupleReader, type ReadTuple } from "#lib/iceberg/plan/partition-values.ts";

/** What a scope is for a person; equal texts mean the same spec and partition. null: an unpartitioned spec, and so the whole table. */
export type SayScope = (scope: { specId: number; tuple: string }) => string | null;

/** A value that holds what stands between values would make one text of two partitions. */
function quoted(value: string): string {
  return value === "NULL" || /^$|[",=]|^\s|\s$/.test(value) ? JSON.stringify(value) : value;
}

/** Says spec and partition of files: `spec 0, event_ts_day=2026-10-05`; a NULL is `event_ts_day=NULL`. Pure. */
export function scopeSayer({ specs, schemas }: Pick<TableMetadata, "specs" | "schemas">): SayScope {
  const readers = new Map<number, ReadTuple>([...specs].map(([id, spec]) => [id, tupleReader(spec, schemas)]));
  return ({ specId, tuple }) => {
    const values = readers.get(specId)?.(tuple) ?? [];
    if (values.length === 0) return null;
    const said = values.map(({ field, value }) => `${field}=${value === null ? "NULL" : quoted(value)}`);
    return [`spec ${specId}`, ...said].join(", ");
  };
}
