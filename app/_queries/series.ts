import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { fetchAnswer, RequestFault } from "#app/_queries/fetch-json.ts";
import { SERIES_META_KEY, SeriesMeta, type Series, type SeriesBy, type SeriesColumns } from "#lib/contracts/series.ts";

const ARROW = "application/vnd.apache.arrow.stream";
const FRESH_MS = 15_000;

export interface SeriesAsked {
  tableId: string;
  key: string;
  range: string | undefined;
  by: SeriesBy;
}

/** The address of a series; with `download` as a file. */
export function seriesAddress({ tableId, key, range, by }: SeriesAsked, download?: "arrow" | "csv"): string {
  const query = new URLSearchParams({ key, by, ...(range !== undefined && { range }), ...(download && { download }) });
  return `/api/tables/${encodeURIComponent(tableId)}/series?${query.toString()}`;
}

/** A table's series, again every 15 s while somebody looks. While another range is on its way, and while nothing answers, the last one stays. */
export function seriesQuery(asked: SeriesAsked) {
  return queryOptions({
    queryKey: ["series", asked.tableId, asked.key, asked.by, asked.range ?? ""],
    queryFn: ({ signal }) => fetchSeries(seriesAddress(asked), signal),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    placeholderData: keepPreviousData,
  });
}

async function fetchSeries(address: string, signal: AbortSignal): Promise<Series> {
  const response = await fetchAnswer(address, { signal, headers: { Accept: ARROW } });
  // Only a page whose numbers change after it was rendered needs the decoder.
  const [{ tableFromIPC }, bytes] = await Promise.all([import("apache-arrow"), response.arrayBuffer()]);
  const table = tableFromIPC(new Uint8Array(bytes));
  const meta = SeriesMeta.safeParse(JSON.parse(table.schema.metadata.get(SERIES_META_KEY) ?? "null"));
  if (!meta.success) throw new RequestFault("internal", "Bergwatch answered in a way that this page does not know; reload it.");
  const columns: SeriesColumns = {};
  for (const { name } of table.schema.fields) {
    const values: unknown[] = [...(table.getChild(name) ?? [])];
    columns[name] = values.map((value) => (typeof value === "number" || typeof value === "string" ? value : null));
  }
  return { meta: meta.data, columns };
}
