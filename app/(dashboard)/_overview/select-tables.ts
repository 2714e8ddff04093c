import { NO_OWNER, OVERVIEW_COLUMNS, PAGE_TABLES, type OverviewQuery, type OverviewSort } from "#lib/contracts/overview-query.ts";
import { readSort, sortRows } from "#lib/contracts/sorting.ts";
import { VERDICT_STATES, type VerdictState } from "#lib/contracts/verdict.ts";
import type { TableView } from "./overview-view.ts";

export type StateCounts = Record<VerdictState, number>;

export interface Selection {
  /** The page asked for. */
  tables: TableView[];
  /** The page's number: the last there is when more was asked for. */
  page: number;
  pages: number;
  total: number;
  /** What the query asks for on all pages, by state. */
  groups: StateCounts;
  /** What the query would ask for without its state: the numbers of the state filter. */
  counts: StateCounts;
}

/** The tables that a query asks for, in its order, and how many there are. Pure; `tables` come by name. */
export function selectTables(tables: readonly TableView[], query: OverviewQuery): Selection {
  const { state, page } = query;
  const ofAllStates = tables.filter((table) => matches(table, query));
  const chosen = state === null ? ofAllStates : ofAllStates.filter((table) => table.state === state);
  const pages = Math.max(Math.ceil(chosen.length / PAGE_TABLES), 1);
  const shown = Math.min(page, pages);
  const sorted = sortTables(chosen, query.sort);
  return {
    tables: sorted.slice((shown - 1) * PAGE_TABLES, shown * PAGE_TABLES),
    page: shown,
    pages,
    total: chosen.length,
    groups: countStates(chosen),
    counts: countStates(ofAllStates),
  };
}

export function countStates(tables: readonly Pick<TableView, "state">[]): StateCounts {
  const counts: StateCounts = { alert: 0, warning: 0, unknown: 0, accepted: 0, ok: 0 };
  for (const { state } of tables) counts[state] += 1;
  return counts;
}

function matches(table: TableView, { owner, kind, tag, origin, q }: OverviewQuery): boolean {
  return (
    (owner === null || (owner === NO_OWNER ? table.owner === null : table.owner === owner)) &&
    (kind === null || table.kind === kind) &&
    (tag === null || table.tags.includes(tag)) &&
    (origin === null || table.isSample === (origin === "sample")) &&
    (q === "" || table.name.toLowerCase().includes(q.toLowerCase()))
  );
}

/** What each column sorts by; null: unknown, and last. */
const VALUES: Record<keyof typeof OVERVIEW_COLUMNS, (table: TableView) => string | number | null | undefined> = {
  name: ({ name }) => name,
  surplus: ({ shown }) => shown.values.surplus_rows,
  partitions: ({ shown }) => shown.values.multi_partition_keys,
  ratio: ({ shown }) => shown.values.delete_ratio,
  owner: ({ owner }) => owner,
  // A table that was never seen was not seen for longest.
  checked: ({ checkedAt }) => checkedAt?.getTime() ?? 0,
};

function sortTables(tables: readonly TableView[], sort: OverviewSort): TableView[] {
  const by = readSort(OVERVIEW_COLUMNS, sort);
  if (by !== null) return sortRows(tables, VALUES[by.column], by.direction);
  const surplusOf = ({ shown }: TableView): number => shown.values.surplus_rows ?? -1;
  return tables.toSorted(
    (a, b) =>
      VERDICT_STATES.indexOf(a.state) - VERDICT_STATES.indexOf(b.state) ||
      (a.state === "alert" || a.state === "warning" ? surplusOf(b) - surplusOf(a) : 0),
  );
}
