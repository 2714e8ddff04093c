import { queryOptions } from "@tanstack/react-query";
import { fetchJson, postJson } from "#app/_queries/fetch-json.ts";
import {
  CATALOG_REQUESTS_ADDRESS,
  catalogRequestAddress,
  CatalogRequestView,
  type CatalogRequestBody,
} from "#lib/contracts/catalog-requests.ts";
import { isUnderWay } from "#lib/contracts/key-requests.ts";

const FAST_MS = 400;

/** A request, looked at until it has ended; `asked` as it was last seen, null: there is none to look at. What has ended is not asked for again. */
export function catalogRequestQuery(asked: CatalogRequestView | null) {
  return queryOptions({
    queryKey: ["catalog-request", asked?.id ?? ""],
    queryFn: async ({ signal }) => await fetchJson(CatalogRequestView, catalogRequestAddress(asked?.id ?? ""), { signal }),
    enabled: asked !== null,
    initialData: asked ?? undefined,
    staleTime: ({ state: { data } }) => (data === undefined || isUnderWay(data) ? 0 : Infinity),
    refetchInterval: ({ state: { data, status } }) => (status === "error" || (data !== undefined && !isUnderWay(data)) ? false : FAST_MS),
  });
}

/** Asks a catalog, or about a table. Rejects with RequestFault. */
export async function askCatalog(body: CatalogRequestBody): Promise<CatalogRequestView> {
  return await postJson(CatalogRequestView, CATALOG_REQUESTS_ADDRESS, body);
}

/** Rejects with RequestFault. */
export async function cancelCatalogRequest(requestId: string): Promise<CatalogRequestView> {
  return await postJson(CatalogRequestView, `${catalogRequestAddress(requestId)}/cancel`);
}
