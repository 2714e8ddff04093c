import { TABLE_SOURCES, type TableSource } from "#lib/names.ts";

export interface TableSettingsSearch {
  /** null: of all origins. */
  origin: TableSource | null;
  q: string;
}

/** What the page is asked for; what it cannot be is left out. Pure. */
export function readTableSettingsSearch(params: Record<string, string | string[] | undefined>): TableSettingsSearch {
  const first = (name: string): string => {
    const given = params[name];
    return (Array.isArray(given) ? given[0] : given) ?? "";
  };
  return { origin: TABLE_SOURCES.find((source) => source === first("origin")) ?? null, q: first("q").trim().slice(0, 200) };
}
