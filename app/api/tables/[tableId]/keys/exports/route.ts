import { handleGet, handlePost } from "#app/_http/handle.ts";
import { viewKeyRequest, viewKeyRequests } from "#app/api/key-requests/view-key-request.ts";
import { listKeyExports } from "#db/queries/key-requests.ts";
import { ExportBody, ExportsQuery, KeyRequestList, KeyRequestView } from "#lib/contracts/key-requests.ts";
import { askExport, findKey } from "../ask-keys.ts";

export const GET = handleGet(ExportsQuery, KeyRequestList, async (db, { tableId, key: name }) => {
  const { key } = await findKey(db, tableId, name);
  return { requests: await viewKeyRequests(db, await listKeyExports(db, key.id)) };
});

export const POST = handlePost(ExportBody, KeyRequestView, async (db, body) => await viewKeyRequest(db, await askExport(db, body)));
