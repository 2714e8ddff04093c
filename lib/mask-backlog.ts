import type { Backlog, PartitionValue } from "#lib/iceberg/contract-backlog.ts";
import { unknownMasked } from "#lib/masking.ts";

/**
 * A breakdown of deletes without the partition values that are made from masked columns, by whatever transform: equal values of a field stay equal
 * ("masked 1"). A value whose column is not known any more counts as masked as soon as anything is. Pure.
 */
export function maskBacklog(backlog: Backlog, masked: readonly string[]): Backlog {
  if (masked.length === 0) return backlog;
  const isHidden = (columns: readonly string[]): boolean =>
    columns.length === 0 ||
    unknownMasked(
      masked,
      columns.map((name) => ({ name })),
    ).length < masked.length;
  const names = new Map<string, Map<string, string>>();
  const mask = ({ field, columns, value }: PartitionValue): PartitionValue => {
    if (value === null || !isHidden(columns)) return { field, columns, value };
    const known = names.get(field) ?? new Map<string, string>();
    names.set(field, known);
    const name = known.get(value) ?? `masked ${known.size + 1}`;
    known.set(value, name);
    return { field, columns, value: name };
  };
  return { ...backlog, partitions: backlog.partitions.map((one) => ({ ...one, values: one.values.map(mask) })) };
}
