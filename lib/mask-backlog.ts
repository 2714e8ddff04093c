import type { Backlog, PartitionValue } from "#lib/iceberg/contract-backlog.ts";
import { maskedNames, unknownMasked } from "#lib/masking.ts";

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
  const nameOf = maskedNames();
  const mask = ({ field, columns, value }: PartitionValue): PartitionValue => {
    return { field, columns, value: value === null || !isHidden(columns) ? value : nameOf(field, value) };
  };
  return { ...backlog, partitions: backlog.partitions.map((one) => ({ ...one, values: one.values.map(mask) })) };
}
