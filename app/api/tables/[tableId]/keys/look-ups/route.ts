import { handlePost } from "#app/_http/handle.ts";
import { viewKeyRequest } from "#app/api/key-requests/view-key-request.ts";
import { KeyRequestView, LookUpBody } from "#lib/contracts/key-requests.ts";
import { askLookUp } from "../ask-keys.ts";

export const POST = handlePost(LookUpBody, KeyRequestView, async (db, body) => await viewKeyRequest(db, await askLookUp(db, body)));
