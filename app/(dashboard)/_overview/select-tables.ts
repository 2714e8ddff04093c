import { NO_OWNER, PAGE_TABLES, type OverviewQuery, type OverviewSort } from "#lib/contracts/overview-query.ts";
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
  const sorted = chosen.toSorted(ORDERS[query.sort]);
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

function matches(table: TableView, { owner, kind, tag, q }: OverviewQuery): boolean {
  return (
    (owner === null || (owner === NO_OWNER ? table.owner === null : table.owner === owner)) &&
    (kind === null || table.kind === kind) &&
    (tag === null || table.tags.includes(tag)) &&
    (q === "" || table.name.toLowerCase().includes(q.toLowerCase()))
  );
}

type Order = (a: TableView, b: TableView) => number;

/** Highest first; what is not known comes last. Ties keep the order by name. */
function highest(of: (table: TableView) => number | null | undefined): Order {
  return (a, b) => (of(b) ?? -1) - (of(a) ?? -1);
}

const surplusOf = ({ shown }: TableView) => shown.values.surplus_rows;
const bySurplus = highest(surplusOf);

const ORDERS: Record<OverviewSort, Order> = {
  worst: (a, b) => VERDICT_STATES.indexOf(a.state) - VERDICT_STATES.indexOf(b.state) || (a.state === "alert" ? bySurplus(a, b) : 0),
  name: () => 0,
  surplus: bySurplus,
  partitions: highest(({ shown }) => shown.values.multi_partition_keys),
  ratio: highest(({ shown }) => shown.values.delete_ratio),
  // What was not seen for longest comes first, before it what never was.
  checked: (a, b) => (a.checkedAt?.getTime() ?? 0) - (b.checkedAt?.getTime() ?? 0),
};
