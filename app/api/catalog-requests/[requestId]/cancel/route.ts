import { handlePost } from "#app/_http/handle.ts";
import { viewCatalogRequest } from "#app/api/catalog-requests/view-catalog-request.ts";
import { cancelCatalogRequest, getCatalogRequest } from "#db/queries/catalog-requests.ts";
import { CatalogRequestQuery, CatalogRequestView } from "#lib/contracts/catalog-requests.ts";

// One that ended before is shown as it ended.
export const POST = handlePost(CatalogRequestQuery, CatalogRequestView, async (db, { requestId }) => {
  await cancelCatalogRequest(db, requestId);
  return await viewCatalogRequest(db, await getCatalogRequest(db, requestId));
});
