import { columnsByRole } from "#lib/column-roles.ts";
import type { KeyDefinition, TableDefinition } from "#lib/contracts/table-definition.ts";
import type { FactsRequest, SnapshotChoice } from "#lib/iceberg/contract.ts";
import type { TableKind } from "#lib/names.ts";

/**
 * What an engine is asked for one key of a table, at the table's branch or current snapshot unless another is chosen. Pure.
 * A run's own budgets are no part of it: they are limits of the reader.
 */
export function toFactsRequest(
  table: TableDefinition,
  key: KeyDefinition,
  snapshot: SnapshotChoice = defaultSnapshot(table),
): FactsRequest {
  const { columns, sample } = table;
  return {
    location: table.location,
    relocated: table.relocated,
    snapshot,
    key: [...key.columns],
    columns: columnsByRole(columns),
    where: table.filter,
    explain: {
      kind: table.kind,
      promise: key.promise,
      keep: key.keep,
      measure: table.measure,
      registry: table.schemaRegistry,
      ...(table.absent && { absent: table.absent }),
    },
    cdc: asksForCdc(table),
    readBy: table.readBy,
    ...(columns.unavailable.length > 0 && {
      unavailable: { columns: [...columns.unavailable], placeholder: columns.unavailablePlaceholder },
    }),
    sample: { keysMax: sample.keysMax, rowsPerKeyMax: sample.rowsPerKeyMax },
  };
}

/** For readings that are after numbers alone. */
export const NO_SAMPLE: FactsRequest["sample"] = { keysMax: 0, rowsPerKeyMax: 1 };

/** CDC facts are asked for when the kind says so or a CDC column is given. */
export function asksForCdc({ kind, columns }: { kind: TableKind; columns: CdcColumns }): boolean {
  return (
    kind === "cdc" ||
    [columns.op, columns.sourceTime, columns.deleted, ...columns.lsn, ...columns.unavailable].some((name) => name !== null)
  );
}

type CdcColumns = Pick<TableDefinition["columns"], "op" | "sourceTime" | "deleted" | "lsn" | "unavailable">;

/** The table's branch, or what is current. */
export function defaultSnapshot({ branch }: TableDefinition): SnapshotChoice {
  return branch === null ? { by: "current" } : { by: "branch", name: branch };
}
