import { handleGet } from "#app/_http/handle.ts";
import { viewCatalogRequest } from "#app/api/catalog-requests/view-catalog-request.ts";
import { getCatalogRequest } from "#db/queries/catalog-requests.ts";
import { CatalogRequestQuery, CatalogRequestView } from "#lib/contracts/catalog-requests.ts";

export const GET = handleGet(CatalogRequestQuery, CatalogRequestView, async (db, { requestId }) => {
  return await viewCatalogRequest(db, await getCatalogRequest(db, requestId));
});
