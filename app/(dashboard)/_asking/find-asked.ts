import { viewCatalogRequest } from "#app/api/catalog-requests/view-catalog-request.ts";
import type { Db } from "#db/client.ts";
import { findLatestCatalogRequest } from "#db/queries/latest-catalog-request.ts";
import type { CatalogRequestBody, CatalogRequestView } from "#lib/contracts/catalog-requests.ts";

/** The newest request that asks just this and is under way or answered, as its asker sees it; null: it is to be asked. */
export async function findAsked(db: Db, body: CatalogRequestBody): Promise<CatalogRequestView | null> {
  const request = await findLatestCatalogRequest(db, body);
  return request === null ? null : await viewCatalogRequest(db, request);
}
