import type { SampleRecord } from "#db/queries/samples.ts";
import type { SnapshotRow } from "#db/queries/snapshots.ts";
import type { ColumnDefinitions } from "#lib/contracts/table-definition.ts";
import type { TableColumn } from "#lib/iceberg/contract.ts";
import { isMasked } from "#lib/masking.ts";
import type { CauseName } from "#lib/names.ts";
import { countedTwice } from "../../_why/counted-twice.ts";
import { secondRowSince } from "../../_why/written.ts";
import { differingColumns, eventMoment, listNames, rolesOf, sayMove, sayPartitions } from "../sample-words.ts";

export interface KeyRowView {
  keyHash: string;
  /** A part for each column of the key. */
  parts: { text: string; masked: boolean }[];
  rowCount: number;
  /** null: it was not explained. */
  cause: CauseName | null;
  /** The cause is provisional. */
  isProbable: boolean;
  partitions: string;
  /** What differs between the rows that are kept. */
  differs: string;
  /** The measure summed over its rows that are too many, as a decimal text; null: not asked for, or not known. */
  twice: string | null;
  /** Since when at least it has two rows, ISO 8601; null: not known. */
  sinceAt: string | null;
  /** Of the latest event among its rows, ISO 8601; null: not known. */
  latestAt: string | null;
}

interface KeyListContext {
  columns: ColumnDefinitions;
  schema: readonly TableColumn[] | null;
  /** The column that is summed; null: none. */
  measure: string | null;
  /** Those that wrote the rows, as far as they are known. */
  snapshots: readonly SnapshotRow[];
}

/** A line of the list for each sampled key. Pure. */
export function viewKeyList(keys: readonly SampleRecord[], { columns, schema, measure, snapshots }: KeyListContext): KeyRowView[] {
  const roles = rolesOf(columns);
  return keys.map((sampled) => {
    const { keyHash, key, rowCount, partitions, keyBytesHex, rows, cause, verdict } = sampled;
    const moments = rows.flatMap((row) => eventMoment(row, roles) ?? []);
    return {
      keyHash,
      parts: key.map((text) => ({ text, masked: isMasked(text) })),
      rowCount,
      cause,
      isProbable: verdict?.doubt != null,
      partitions: sayMove(sampled) ?? sayPartitions(partitions),
      differs: sayDiffers(
        [...(keyBytesHex.length > 1 ? ["key bytes"] : []), ...differingColumns(rows, roles, schema)],
        rows.length < rowCount,
      ),
      twice: measure === null ? null : countedTwice(sampled, measure),
      sinceAt: secondRowSince(rows, snapshots)?.toISOString() ?? null,
      latestAt: moments.toSorted().at(-1) ?? null,
    };
  });
}

function sayDiffers(names: readonly string[], someLeftOut: boolean): string {
  if (names.length > 0) return listNames(names);
  return someLeftOut ? "nothing among the rows kept" : "nothing: rows are equal";
}

/** `2 rows`, `3 rows`, `4 or more` of a sample. Pure. */
export function bucketRowsPerKey(counts: readonly { rowCount: number; keys: number }[]): { label: string; keys: number }[] {
  const keysWith = (fits: (rowCount: number) => boolean): number =>
    counts.reduce((sum, { rowCount, keys }) => (fits(rowCount) ? sum + keys : sum), 0);
  return [
    { label: "2 rows", keys: keysWith((rows) => rows === 2) },
    { label: "3 rows", keys: keysWith((rows) => rows === 3) },
    { label: "4 or more", keys: keysWith((rows) => rows >= 4) },
  ];
}
