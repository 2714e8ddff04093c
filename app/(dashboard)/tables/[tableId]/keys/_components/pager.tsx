import { Kbd } from "@mantine/core";
import Link from "next/link";
import { formatCount } from "#lib/units.ts";
import classes from "./key-list.module.css";

/** Where in the list this page is, the ways to its neighbours, and the keys that walk through it. */
export function Pager({
  page,
  pages,
  kept,
  first,
  shown,
  isSorted,
  pageLink,
}: {
  page: number;
  pages: number;
  kept: number;
  first: number;
  shown: number;
  isSorted: boolean;
  pageLink: (page: number) => string;
}) {
  return (
    <nav className={classes["pager"]} aria-label="Pages">
      <span>
        {pages === 1
          ? `${formatCount(kept)} kept ${kept === 1 ? "key" : "keys"}`
          : `${first}–${first + shown - 1} of ${formatCount(kept)} kept keys`}
        {!isSorted && " · most rows first"}
      </span>
      {page > 1 && (
        <Link href={pageLink(page - 1)} rel="prev">
          Previous
        </Link>
      )}
      {page < pages && (
        <Link href={pageLink(page + 1)} rel="next">
          Next
        </Link>
      )}
      <span className={classes["hint"]} aria-hidden="true">
        <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> move <Kbd size="xs">↵</Kbd> open
      </span>
    </nav>
  );
}
