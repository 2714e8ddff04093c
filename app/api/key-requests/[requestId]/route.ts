import { handleGet } from "#app/_http/handle.ts";
import { viewKeyRequest } from "#app/api/key-requests/view-key-request.ts";
import { getKeyRequest } from "#db/queries/key-requests.ts";
import { KeyRequestQuery, KeyRequestView } from "#lib/contracts/key-requests.ts";

export const GET = handleGet(KeyRequestQuery, KeyRequestView, async (db, { requestId }) => {
  return await viewKeyRequest(db, await getKeyRequest(db, requestId));
});
