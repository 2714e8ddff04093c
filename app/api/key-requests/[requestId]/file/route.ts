import { handleGet } from "#app/_http/handle.ts";
import { getKeyRequest } from "#db/queries/key-requests.ts";
import { getTable } from "#db/queries/tables.ts";
import { KeyRequestQuery } from "#lib/contracts/key-requests.ts";
import { sendExport } from "../../send-export.ts";

export const GET = handleGet(KeyRequestQuery, null, async (db, { requestId }) => {
  const request = await getKeyRequest(db, requestId);
  return await sendExport(request, (await getTable(db, request.tableId)).name);
});
