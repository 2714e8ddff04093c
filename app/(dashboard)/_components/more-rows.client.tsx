"use client";

import { useQueries } from "@tanstack/react-query";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState, type RefObject } from "react";
import { tablesPage } from "#app/_queries/tables.ts";
import { PAGE_TABLES, type OverviewQuery } from "#lib/contracts/overview-query.ts";
import type { OverviewTables } from "#lib/contracts/overview.ts";
import { GroupHead } from "./group-row.tsx";
import { listItems } from "./list-items.ts";
import { TableCells } from "./table-row.tsx";
import classes from "./table-list.module.css";

interface MoreRowsProps extends Pick<OverviewTables, "total" | "groups"> {
  query: OverviewQuery;
  /** The page that the server rendered; these are the rows behind it. */
  page: number;
}

const GROUP_HEIGHT = 31;
/** So many pixels before they come into sight. */
const NEAR = 1200;
/** Narrower windows show cards; as in the style sheet. */
const CARDS_BELOW = 1080;

/** The rows behind the first page: only those in sight are in the document, and their pages are read when they come into sight. */
export function MoreRows({ query, page, total, groups }: MoreRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { top, rowHeight } = usePlace(body);
  const grouped = query.sort === "worst";
  const items = listItems(groups, { from: page * PAGE_TABLES, to: total, grouped });
  const virtualizer = useWindowVirtualizer({
    count: top === null ? 0 : items.length,
    estimateSize: (at) => (items[at] !== undefined && "group" in items[at] ? GROUP_HEIGHT : rowHeight),
    overscan: 8,
    scrollMargin: top ?? 0,
  });
  const lines = virtualizer.getVirtualItems();
  // The first of them count as seen however far away they are.
  const bottom = (virtualizer.scrollOffset ?? 0) + (virtualizer.scrollRect?.height ?? 0);
  const isNear = top !== null && bottom > top - NEAR;
  const pageOf = (table: number) => Math.floor(table / PAGE_TABLES) + 1;
  const inSight = (isNear ? lines : []).flatMap(({ index }) => {
    const item = items[index];
    return item !== undefined && "table" in item ? [pageOf(item.table)] : [];
  });
  const wanted = [...new Set(inSight)];
  const results = useQueries({ queries: wanted.map((number) => tablesPage(query, number)) });
  const byPage = new Map(wanted.map((number, at) => [number, results[at]]));
  const before = (lines[0]?.start ?? virtualizer.options.scrollMargin) - virtualizer.options.scrollMargin;
  const after = virtualizer.getTotalSize() + virtualizer.options.scrollMargin - (lines.at(-1)?.end ?? virtualizer.options.scrollMargin);
  return (
    <tbody ref={body} data-windowed={top === null ? undefined : ""}>
      <Gap height={before} />
      {lines.map(({ index, key }) => {
        const item = items[index];
        if (item === undefined) return null;
        if ("group" in item) {
          return (
            <tr key={key} data-index={index} ref={virtualizer.measureElement} className={classes["group"]}>
              <GroupHead state={item.group} tables={item.tables} />
            </tr>
          );
        }
        const result = byPage.get(pageOf(item.table));
        const table = result?.data?.tables[item.table % PAGE_TABLES];
        return (
          <tr
            key={key}
            data-index={index}
            ref={table === undefined ? undefined : virtualizer.measureElement}
            className={table === undefined ? classes["waiting"] : classes[table.state]}
            aria-rowindex={item.table + 2}
          >
            {table !== undefined && result?.data !== undefined ? (
              <TableCells table={table} now={result.data.now} grouped={grouped} />
            ) : (
              <td colSpan={7}>{result?.error ? <>This row could not be read. {result.error.message}</> : <span />}</td>
            )}
          </tr>
        );
      })}
      <Gap height={after} />
    </tbody>
  );
}

/** Where these rows begin in the document, and how high one of them is; before its place is known nothing is drawn, and the links below the list stand for it. */
function usePlace(body: RefObject<HTMLTableSectionElement | null>): { top: number | null; rowHeight: number } {
  const [top, setTop] = useState<number | null>(null);
  const [rowHeight, setRowHeight] = useState(53);
  useEffect(() => {
    const measure = () => {
      if (body.current === null) return;
      setTop(body.current.getBoundingClientRect().top + scrollY);
      setRowHeight(innerWidth > CARDS_BELOW ? 53 : 168);
    };
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, [body]);
  return { top, rowHeight };
}

function Gap({ height }: { height: number }) {
  return height <= 0 ? null : (
    <tr className={classes["gap"]} aria-hidden="true">
      <td colSpan={7} style={{ height }} />
    </tr>
  );
}
