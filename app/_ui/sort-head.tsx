import Link from "next/link";
import { nextSort, readSort, type SortColumns, type SortOf } from "#lib/contracts/sorting.ts";
import classes from "./sort-head.module.css";

interface SortHeadProps<Columns extends SortColumns> {
  label: string;
  /** Said in full to who points at it. */
  title?: string;
  column: keyof Columns & string;
  columns: Columns;
  /** What the list is sorted by now; null: its default order. */
  sort: string | null;
  /** The address of the list in another order. */
  link: (sort: SortOf<Columns>) => string;
  className?: string | undefined;
}

/** The head of a column that sorts its list by a click or Enter, without scripts too; the order is in the address. */
export function SortHead<Columns extends SortColumns>({ label, title, column, columns, sort, link, className }: SortHeadProps<Columns>) {
  const now = readSort(columns, sort);
  const direction = now?.column === column ? now.direction : null;
  return (
    <th
      scope="col"
      className={className}
      title={title}
      aria-sort={direction === null ? undefined : direction === "asc" ? "ascending" : "descending"}
    >
      <Link className={classes["sort"]} href={link(nextSort(columns, sort, column))} prefetch={false} scroll={false}>
        {label}
        <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true" data-direction={direction ?? undefined}>
          <path d="M2 6.2 5 3l3 3.2" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </Link>
    </th>
  );
}
