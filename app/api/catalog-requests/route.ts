import { handlePost } from "#app/_http/handle.ts";
import { queue } from "#app/_http/queue.ts";
import { viewCatalogRequest } from "#app/api/catalog-requests/view-catalog-request.ts";
import { requestCatalog } from "#db/request-catalog.ts";
import { CatalogRequestBody, CatalogRequestView } from "#lib/contracts/catalog-requests.ts";

export const POST = handlePost(CatalogRequestBody, CatalogRequestView, async (db, body) => {
  return await viewCatalogRequest(db, await requestCatalog(db, await queue(), body));
});
