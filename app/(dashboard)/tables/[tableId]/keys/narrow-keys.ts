import type { SampleRecord } from "#db/queries/samples.ts";
import { readSort, sortRows, type SortColumns } from "#lib/contracts/sorting.ts";
import type { ColumnDefinitions } from "#lib/contracts/table-definition.ts";
import { causeWords } from "#lib/causes/find-declaration.ts";
import { differingColumns, findMove, rolesOf } from "./sample-words.ts";

/** The columns by which the list of keys sorts, each with its first direction. */
export const KEY_SORTS = { key: "asc", rows: "desc", cause: "asc", moved: "asc", differs: "asc" } as const satisfies SortColumns;

export interface NarrowAsked {
  moved: string | undefined;
  differs: string | undefined;
  sort: string | null;
}

/** What the list can be narrowed to, with how many of its keys each has, most first. */
export interface NarrowOptions {
  moved: { value: string; keys: number }[];
  differs: { value: string; keys: number }[];
}

/**
 * Sampled keys that moved between two partitions and differ in a column, as far as these are asked for, in the order that is asked for; the
 * options count all of them. Columns are compared whatever their case. Pure.
 */
export function narrowKeys(
  keys: readonly SampleRecord[],
  { moved, differs, sort }: NarrowAsked,
  columns: ColumnDefinitions,
): { keys: SampleRecord[]; options: NarrowOptions } {
  const roles = rolesOf(columns);
  const said = keys.map((record) => ({ record, move: addressOfMove(record), differing: differingColumns(record.rows, roles, null) }));
  const wanted = differs?.toLowerCase();
  const kept = said.filter(
    ({ move, differing }) =>
      (moved === undefined || move === moved) && (wanted === undefined || differing.some((name) => name.toLowerCase() === wanted)),
  );
  const order = readSort(KEY_SORTS, sort);
  const valueOf = ({ record, move, differing }: (typeof said)[number]): string | number | null => {
    switch (order?.column) {
      case "rows":
        return record.rowCount;
      case "cause":
        return record.cause === null ? null : causeWords(record.cause).label;
      case "moved":
        return move;
      case "differs":
        return differing.length === 0 ? null : differing.join(" ");
      case "key":
      case undefined:
        return record.key.join(" ");
    }
  };
  const sorted = order === null ? kept : sortRows(kept, valueOf, order.direction);
  return {
    keys: sorted.map(({ record }) => record),
    options: {
      moved: count(said.flatMap(({ move }) => move ?? [])),
      differs: count(said.flatMap(({ differing }) => differing)),
    },
  };
}

/** `0-6`: from partition 0 to 6; null: several, or not known. */
function addressOfMove(record: SampleRecord): string | null {
  const move = findMove(record);
  return move === null || move.from.length > 1 ? null : `${move.from[0] ?? ""}-${move.to}`;
}

function count(values: readonly string[]): { value: string; keys: number }[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, keys]) => ({ value, keys })).toSorted((a, b) => b.keys - a.keys);
}
