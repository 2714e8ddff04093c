import { overviewLink } from "#lib/contracts/links.ts";
import { sortsOf, type SortOf } from "#lib/contracts/sorting.ts";
import type { VerdictState } from "#lib/contracts/verdict.ts";
import type { TableKind } from "#lib/names.ts";

// Apart from the shapes in overview.ts: what the first page needs in the browser, and zod is an eighth of its script.

/** Tables on one page of the overview, and in one answer of its route. */
export const PAGE_TABLES = 50;

/** The columns that sort, each with its first direction: what was not checked for longest comes first. */
export const OVERVIEW_COLUMNS = { name: "asc", surplus: "desc", partitions: "desc", ratio: "desc", owner: "asc", checked: "asc" } as const;
/** `worst`: by state, then by harm; the only order with groups. */
export const OVERVIEW_SORTS = ["worst" as const, ...sortsOf(OVERVIEW_COLUMNS)];
export type OverviewSort = "worst" | SortOf<typeof OVERVIEW_COLUMNS>;

export const TABLE_ORIGINS = ["own", "sample"] as const;
type TableOrigin = (typeof TABLE_ORIGINS)[number];

/** In place of an owner: tables that have none. */
export const NO_OWNER = "~none";

/** What the overview is asked for; null and "": everything. */
export interface OverviewQuery {
  state: VerdictState | null;
  owner: string | null;
  kind: TableKind | null;
  tag: string | null;
  origin: TableOrigin | null;
  /** A part of the name, in any case. */
  q: string;
  sort: OverviewSort;
  /** From 1. */
  page: number;
}

/** The address of the overview as asked for; what is left at its default is not in it. A change of anything but the page leads to page 1. */
export function overviewQueryLink(query: OverviewQuery, change: Partial<OverviewQuery> = {}): string {
  const { sort, page, ...filters } = { ...query, page: 1, ...change };
  const chosen = Object.entries(filters).map(([name, value]) => [name, value === null || value === "" ? undefined : value]);
  return overviewLink({
    ...(Object.fromEntries(chosen) as Record<string, string | undefined>),
    sort: sort === "worst" ? undefined : sort,
    page: page === 1 ? undefined : page,
  });
}
