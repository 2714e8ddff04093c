import Link from "next/link";
import { SortHead } from "#app/_ui/sort-head.tsx";
import { SparklineHatch } from "#app/_ui/sparkline.tsx";
import { OVERVIEW_COLUMNS, overviewQueryLink, PAGE_TABLES, type OverviewQuery } from "#lib/contracts/overview-query.ts";
import type { OverviewTables } from "#lib/contracts/overview.ts";
import { formatCount } from "#lib/units.ts";
import { FirstRows } from "./first-rows.client.tsx";
import { MoreRows } from "./more-rows.client.tsx";
import classes from "./table-list.module.css";

interface TableListProps extends OverviewTables {
  query: OverviewQuery;
  page: number;
  pages: number;
}

/** The page of tables that was asked for; with scripts the pages behind it follow as one scrolls, without them there are links. */
export function TableList({ tables, total, groups, now, query, page, pages }: TableListProps) {
  const sorted = {
    columns: OVERVIEW_COLUMNS,
    sort: query.sort,
    link: (sort: OverviewQuery["sort"]) => overviewQueryLink(query, { sort }),
  };
  return (
    <>
      <SparklineHatch />
      {page > 1 && <Pages query={query} page={page} pages={pages} total={total} />}
      <table className={classes["list"]} aria-rowcount={total + 1} aria-label="Tables">
        <thead>
          <tr>
            <SortHead label="Table" column="name" {...sorted} />
            <th scope="col">What’s wrong</th>
            <SortHead label="Extra rows, 14 days" column="surplus" {...sorted} />
            <SortHead label="Keys in 2+ partitions" column="partitions" {...sorted} />
            <SortHead label="Delete ratio" column="ratio" {...sorted} />
            <SortHead label="Owner" column="owner" {...sorted} />
            <SortHead label="Checked" column="checked" {...sorted} />
          </tr>
        </thead>
        <FirstRows tables={tables} groups={groups} now={now} query={query} page={page} />
        {page < pages && <MoreRows key={overviewQueryLink(query, { page })} query={query} page={page} total={total} groups={groups} />}
      </table>
      {page < pages && <Pages query={query} page={page} pages={pages} total={total} below />}
    </>
  );
}

function Pages({
  query,
  page,
  pages,
  total,
  below = false,
}: { below?: boolean; total: number } & Pick<TableListProps, "query" | "page" | "pages">) {
  const from = (page - 1) * PAGE_TABLES + 1;
  return (
    <nav className={`${classes["pages"]} ${below ? classes["below"] : ""}`} aria-label={below ? "Further tables" : "Pages"}>
      <span>
        Tables {formatCount(from)} to {formatCount(Math.min(from + PAGE_TABLES - 1, total))} of {formatCount(total)}
      </span>
      {page > 1 && <Link href={overviewQueryLink(query, { page: page - 1 })}>Previous {PAGE_TABLES}</Link>}
      {page < pages && <Link href={overviewQueryLink(query, { page: page + 1 })}>Next {PAGE_TABLES}</Link>}
      {page > 1 && <Link href={overviewQueryLink(query)}>From the first</Link>}
    </nav>
  );
}
