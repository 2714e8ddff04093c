import { handlePost } from "#app/_http/handle.ts";
import { viewKeyRequest } from "#app/api/key-requests/view-key-request.ts";
import { BisectBody, KeyRequestView } from "#lib/contracts/key-requests.ts";
import { askBisection } from "../keys/ask-keys.ts";

export const POST = handlePost(BisectBody, KeyRequestView, async (db, body) => await viewKeyRequest(db, await askBisection(db, body)));
