import {
  NO_OWNER,
  OVERVIEW_COLUMNS,
  OVERVIEW_SORTS,
  overviewQueryLink,
  type OverviewQuery,
  type OverviewSort,
} from "#lib/contracts/overview-query.ts";
import { readSort } from "#lib/contracts/sorting.ts";
import { TABLE_KINDS } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";
import type { TableView } from "../_overview/overview-view.ts";
import type { FilterOption } from "#app/_ui/filter-menu.client.tsx";

/** The orders of the menu; the heads of the columns reach the others. */
const MENU_SORTS: Partial<Record<OverviewSort, string>> = {
  worst: "Worst first",
  name: "By name",
  surplus: "Most extra rows",
  partitions: "Most keys in 2+ partitions",
  ratio: "Highest delete ratio",
  checked: "Least recently checked",
};

interface FilterOptions {
  owners: FilterOption[];
  kinds: FilterOption[];
  tags: FilterOption[];
  /** Empty where all tables are of one origin. */
  origins: FilterOption[];
  sorts: FilterOption[];
}

/** What the menus offer: what tables have, with how many have it, by name; "all" first. Pure. */
export function filterOptions(tables: readonly TableView[], query: OverviewQuery): FilterOptions {
  const option = (label: string, count: number, change: Partial<OverviewQuery>, chosen: boolean): FilterOption => ({
    label,
    count: formatCount(count),
    href: overviewQueryLink(query, change),
    chosen,
  });
  const owners = countBy(tables.map(({ owner }) => owner ?? NO_OWNER));
  const tags = countBy(tables.flatMap((table) => [...new Set(table.tags)]));
  const kinds = countBy(tables.map(({ kind }) => kind));
  const all = tables.length;
  const samples = tables.filter(({ isSample }) => isSample).length;
  return {
    owners: [
      option("All owners", all, { owner: null }, query.owner === null),
      ...owners.map(([owner, count]) => option(owner === NO_OWNER ? "No owner" : owner, count, { owner }, query.owner === owner)),
    ],
    kinds: [
      option("All kinds", all, { kind: null }, query.kind === null),
      ...TABLE_KINDS.flatMap((kind) => {
        const found = kinds.find(([name]) => name === kind);
        return found ? [option(kind, found[1], { kind }, query.kind === kind)] : [];
      }),
    ],
    tags: [
      option("All tags", all, { tag: null }, query.tag === null),
      ...tags.map(([tag, count]) => option(tag, count, { tag }, query.tag === tag)),
    ],
    origins:
      samples === 0 || samples === all
        ? []
        : [
            option("Yours and samples", all, { origin: null }, query.origin === null),
            option("Your tables", all - samples, { origin: "own" }, query.origin === "own"),
            option("Samples", samples, { origin: "sample" }, query.origin === "sample"),
          ],
    sorts: OVERVIEW_SORTS.flatMap((sort) => {
      const label = MENU_SORTS[sort] ?? (sort === query.sort ? sayReversed(sort) : null);
      return label === null ? [] : [{ label, href: overviewQueryLink(query, { sort }), chosen: query.sort === sort }];
    }),
  };
}

/** An order that only the head of a column offers. */
function sayReversed(sort: OverviewSort): string {
  const by = readSort(OVERVIEW_COLUMNS, sort);
  const names: Record<keyof typeof OVERVIEW_COLUMNS, string> = {
    name: "By name",
    surplus: "Extra rows",
    partitions: "Keys in 2+ partitions",
    ratio: "Delete ratio",
    owner: "Owner",
    checked: "Checked",
  };
  return by === null ? sort : `${names[by.column]}, ${by.direction === "asc" ? "ascending" : "descending"}`;
}

function countBy(names: readonly string[]): [name: string, count: number][] {
  const groups = Map.groupBy(names, (name) => name);
  return [...groups].map(([name, { length }]): [string, number] => [name, length]).toSorted(([a], [b]) => a.localeCompare(b));
}
