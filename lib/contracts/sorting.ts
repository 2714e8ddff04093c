/**
 * How a list is sorted, as its address says it: `surplus` is the column in its first direction, `surplus.asc` or `surplus.desc` the other one.
 */
export type Direction = "asc" | "desc";

/** Each column that sorts, with the direction of the first click: `desc` for numbers and times, `asc` for names. */
export type SortColumns = Readonly<Record<string, Direction>>;
type ColumnOf<Columns extends SortColumns> = keyof Columns & string;
export type SortOf<Columns extends SortColumns> = ColumnOf<Columns> | `${ColumnOf<Columns>}.${Direction}`;

/** All sorts of these columns, in the spelling that addresses use. Pure. */
export function sortsOf<Columns extends SortColumns>(columns: Columns): SortOf<Columns>[] {
  const names = Object.keys(columns) as ColumnOf<Columns>[];
  return names.flatMap((name) => [name, `${name}.${otherDirection(columns, name)}` as const]);
}

/** The column and direction of a sort; null: the list has its default order, which is not a column's. Pure. */
export function readSort<Columns extends SortColumns>(
  columns: Columns,
  sort: string | null,
): { column: ColumnOf<Columns>; direction: Direction } | null {
  const [name = "", said] = (sort ?? "").split(".");
  if (!Object.hasOwn(columns, name)) return null;
  const column = name as ColumnOf<Columns>;
  return { column, direction: said === "asc" || said === "desc" ? said : (columns[column] ?? "asc") };
}

/** The sort that a click on the head of a column asks for: its first direction, then the other. Pure. */
export function nextSort<Columns extends SortColumns>(columns: Columns, sort: string | null, column: ColumnOf<Columns>): SortOf<Columns> {
  const now = readSort(columns, sort);
  return now?.column === column && now.direction === columns[column] ? `${column}.${otherDirection(columns, column)}` : column;
}

/** The sort that an address asks for; null when it names none of these columns. Pure. */
export function knownSort<Columns extends SortColumns>(columns: Columns, asked: string | null): SortOf<Columns> | null {
  return sortsOf(columns).find((sort) => sort === asked) ?? null;
}

/** The rows by one value each: names by the reader's alphabet, numbers by size; what is unknown comes last in both directions, ties keep their order. Pure. */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => string | number | null | undefined,
  direction: Direction,
): Row[] {
  const sign = direction === "asc" ? 1 : -1;
  return rows.toSorted((rowA, rowB) => {
    const [a, b] = [valueOf(rowA) ?? null, valueOf(rowB) ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === "string" || typeof b === "string" ? COLLATOR.compare(String(a), String(b)) : a - b);
  });
}

const COLLATOR = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function otherDirection<Columns extends SortColumns>(columns: Columns, name: ColumnOf<Columns>): Direction {
  return columns[name] === "asc" ? "desc" : "asc";
}
