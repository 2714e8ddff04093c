import { tableSettingsLink } from "#lib/contracts/links.ts";
import { knownSort, type SortOf } from "#lib/contracts/sorting.ts";
import { TABLE_SOURCES, type TableSource } from "#lib/names.ts";

export interface TableSettingsSearch {
  /** null: of all origins. */
  origin: TableSource | null;
  q: string;
  sort: SortOf<typeof SETTINGS_COLUMNS>;
}

/** The columns that sort, each with its first direction. */
export const SETTINGS_COLUMNS = { name: "asc", origin: "asc", place: "asc", changed: "desc" } as const;

/** What the page is asked for; what it cannot be is left out. Pure. */
export function readTableSettingsSearch(params: Record<string, string | string[] | undefined>): TableSettingsSearch {
  const first = (name: string): string => {
    const given = params[name];
    return (Array.isArray(given) ? given[0] : given) ?? "";
  };
  return {
    origin: TABLE_SOURCES.find((source) => source === first("origin")) ?? null,
    q: first("q").trim().slice(0, 200),
    sort: knownSort(SETTINGS_COLUMNS, first("sort")) ?? "name",
  };
}

/** The address of the tables as asked for, with a change. Pure. */
export function settingsSearchLink(search: TableSettingsSearch, change: Partial<TableSettingsSearch> = {}): string {
  const { origin, q, sort } = { ...search, ...change };
  return tableSettingsLink({ ...(origin !== null && { origin }), ...(q !== "" && { q }), ...(sort !== "name" && { sort }) });
}
