import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { overviewQueryLink, type OverviewQuery } from "#lib/contracts/overview-query.ts";
import { fetchJson } from "./fetch-json.ts";

/** The first page is complete without them. */
const loadShapes = async () => await import("#lib/contracts/overview.ts");

/** One page of the tables that the overview's query asks for; read again while it is in sight. */
export function tablesPage(query: OverviewQuery, page: number) {
  const address = overviewQueryLink(query, { page });
  return queryOptions({
    queryKey: ["tables", address],
    queryFn: async ({ signal }) => await fetchJson((await loadShapes()).OverviewTables, `/api/tables${address.slice(1)}`, { signal }),
    refetchInterval: 15_000,
  });
}

/** Tables, incidents and keys that a text finds; those of the text before stay until the new ones are there. `table`: the id of the one whose page asks. */
export function found(q: string, table: string | null = null) {
  return queryOptions({
    queryKey: ["search", q, table],
    queryFn: async ({ signal }) =>
      await fetchJson(
        (await loadShapes()).Found,
        `/api/search?${new URLSearchParams({ q, ...(table !== null && { table }) }).toString()}`,
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}
