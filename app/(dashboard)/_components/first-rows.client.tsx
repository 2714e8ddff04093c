"use client";

import { PAGE_TABLES, type OverviewQuery } from "#lib/contracts/overview-query.ts";
import type { OverviewTables } from "#lib/contracts/overview.ts";
import { GroupHead } from "./group-row.tsx";
import { listItems } from "./list-items.ts";
import { TableCells } from "./table-row.tsx";
import classes from "./table-list.module.css";

interface FirstRowsProps extends Pick<OverviewTables, "tables" | "groups" | "now"> {
  query: OverviewQuery;
  page: number;
}

/**
 * The rows of the page that was asked for, rendered on the server. It is part of the script because a row's data are a third of what its
 * elements are: a server component would write every row twice, and take half of the time of the whole page for it.
 */
export function FirstRows({ tables, groups, now, query, page }: FirstRowsProps) {
  const first = (page - 1) * PAGE_TABLES;
  const grouped = query.sort === "worst";
  return (
    <tbody>
      {listItems(groups, { from: first, to: first + tables.length, grouped, repeatHead: true }).map((item) => {
        if ("group" in item) {
          return (
            <tr key={item.group} className={classes["group"]}>
              <GroupHead state={item.group} tables={item.tables} />
            </tr>
          );
        }
        const table = tables[item.table - first];
        return (
          table && (
            <tr key={table.id} className={classes[table.state]} aria-rowindex={item.table + 2}>
              <TableCells table={table} now={now} grouped={grouped} />
            </tr>
          )
        );
      })}
    </tbody>
  );
}
