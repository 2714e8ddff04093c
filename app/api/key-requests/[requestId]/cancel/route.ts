import { handlePost } from "#app/_http/handle.ts";
import { viewKeyRequest } from "#app/api/key-requests/view-key-request.ts";
import { cancelKeyRequest, getKeyRequest } from "#db/queries/key-requests.ts";
import { KeyRequestQuery, KeyRequestView } from "#lib/contracts/key-requests.ts";

// One that ended before is shown as it ended.
export const POST = handlePost(KeyRequestQuery, KeyRequestView, async (db, { requestId }) => {
  await cancelKeyRequest(db, requestId);
  return await viewKeyRequest(db, await getKeyRequest(db, requestId));
});
