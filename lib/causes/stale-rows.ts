import { survivorOf, findWinner } from "#lib/causes/winner.ts";
import { ordersByLog, type EvidentRow, type KeyEvidence, type TableEvidence } from "#lib/causes/table-evidence.ts";
import type { KeyDelete } from "#lib/iceberg/contract-causes.ts";

/** A row that is too many, beside the one that should be there alone. */
export interface StaleRow {
  row: EvidentRow;
  survivor: EvidentRow;
  /** Live deletes for the key, as far as they speak of this row. */
  deletes: (KeyDelete & { namesSurvivor: boolean })[];
}

/** All rows but the winner, or where that is undecided but the last placed of the tied ones. Pure. */
function staleRowsOf({ rows, deletes }: KeyEvidence, table: TableEvidence): StaleRow[] {
  const at = survivorOf(rows, findWinner(rows, { keep: table.keep, cdc: ordersByLog(table) }));
  const survivor = rows[at];
  if (survivor === undefined) return [];
  const keyColumns = new Set(table.key.map((column) => column.toLowerCase()));
  return rows.flatMap((row, place) => {
    if (place === at) return [];
    // A delete by none of the key's columns is for those rows alone whose values are all its own.
    const speaking = deletes.filter(
      ({ columns, names }) => columns.some((one) => keyColumns.has(one.toLowerCase())) || names.includes(place),
    );
    return [{ row, survivor, deletes: speaking.map((one) => ({ ...one, namesSurvivor: one.names.includes(at) })) }];
  });
}

/**
 * Whether a compaction gave the row's file its number, and the surviving row may have been there before: then nothing tells which commit wrote
 * either, nor what it deleted. null: it may be so. Pure.
 */
export function isErased({ row, survivor }: StaleRow, table: TableEvidence): boolean | null {
  if (table.nothingErased) return false;
  const [one, other] = [isCompacted(row, table), isCompacted(survivor, table)];
  const mayBeOlder = numberOf(survivor) <= numberOf(row);
  if (one === false || (other === false && !mayBeOlder)) return false;
  return one === true && (other === true || mayBeOlder) ? true : null;
}

/**
 * Whether a compaction wrote the row's file; null: not known. A table without a trace of deletes has nothing that a compaction could have
 * erased, so a commit that expired counts as an append there. Pure.
 */
export function isCompacted(
  { evidence: { compacted } }: EvidentRow,
  { neverDeletes }: Pick<TableEvidence, "neverDeletes">,
): boolean | null {
  return compacted ?? (neverDeletes === true ? false : null);
}

/** Format version 1 numbers no commits and has no deletes: its files count as older than any. */
function numberOf({ sequenceNumber }: EvidentRow): bigint {
  return BigInt(sequenceNumber ?? 0);
}

/** The deletes for a stale row that are newer than it. One that is newer than a compacted row is newer than whatever commit wrote it. Pure. */
export function newerDeletes({ row, deletes }: StaleRow): KeyDelete[] {
  return deletes.filter(({ sequenceNumber }) => BigInt(sequenceNumber) > numberOf(row));
}

/** Whether something holds of any stale row; null: of none that is known. Pure. */
export function ofAnyStaleRow(key: KeyEvidence, table: TableEvidence, holds: (stale: StaleRow) => boolean | null): boolean | null {
  const truths = new Set(staleRowsOf(key, table).map(holds));
  if (truths.has(true)) return true;
  return truths.has(null) ? null : false;
}
