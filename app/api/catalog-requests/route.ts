import { handlePost } from "#app/_http/handle.ts";
import { queue } from "#app/_http/queue.ts";
import { checkAsked } from "#app/api/catalog-requests/check-asked.ts";
import { viewCatalogRequest } from "#app/api/catalog-requests/view-catalog-request.ts";
import { insertAnsweredRequest } from "#db/queries/catalog-requests.ts";
import { requestCatalog } from "#db/request-catalog.ts";
import { CatalogRequestBody, CatalogRequestView } from "#lib/contracts/catalog-requests.ts";

/** An entry with all that can be said of it, and names of a hundred levels. */
const BODY_BYTES_MAX = 512 * 1024;

export const POST = handlePost(
  CatalogRequestBody,
  CatalogRequestView,
  async (db, body) => {
    const known = await checkAsked(db, body);
    const request = known === null ? await requestCatalog(db, await queue(), body) : await insertAnsweredRequest(db, known);
    return await viewCatalogRequest(db, request);
  },
  { bytesMax: BODY_BYTES_MAX },
);
