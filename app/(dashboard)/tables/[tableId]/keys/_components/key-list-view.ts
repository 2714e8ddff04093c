import type { SampleRecord } from "#db/queries/samples.ts";
import type { ColumnDefinitions } from "#lib/contracts/table-definition.ts";
import type { TableColumn } from "#lib/iceberg/contract.ts";
import { isMasked } from "#lib/masking.ts";
import { differingColumns, eventMoment, listNames, rolesOf, sayPartitions } from "../sample-words.ts";

export interface KeyRowView {
  keyHash: string;
  /** A part for each column of the key. */
  parts: { text: string; masked: boolean }[];
  rowCount: number;
  partitions: string;
  /** What differs between the rows that are kept. */
  differs: string;
  /** Of the latest event among its rows, ISO 8601; null: not known. */
  latestAt: string | null;
}

/** A line of the list for each sampled key. Pure. */
export function viewKeyList(
  keys: readonly SampleRecord[],
  columns: ColumnDefinitions,
  schema: readonly TableColumn[] | null,
): KeyRowView[] {
  const roles = rolesOf(columns);
  return keys.map(({ keyHash, key, rowCount, partitions, keyBytesHex, rows }) => {
    const moments = rows.flatMap((row) => eventMoment(row, roles) ?? []);
    return {
      keyHash,
      parts: key.map((text) => ({ text, masked: isMasked(text) })),
      rowCount,
      partitions: sayPartitions(partitions),
      differs: sayDiffers(
        [...(keyBytesHex.length > 1 ? ["key bytes"] : []), ...differingColumns(rows, roles, schema)],
        rows.length < rowCount,
      ),
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
