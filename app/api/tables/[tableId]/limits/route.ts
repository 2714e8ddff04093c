import { handleGet } from "#app/_http/handle.ts";
import { getTable } from "#db/queries/tables.ts";
import { LimitPreview, LimitPreviewQuery } from "#lib/contracts/limits.ts";
import { readPreview } from "./read-preview.ts";

/** What other limits would have made of a table's stored numbers. */
export const GET = handleGet(LimitPreviewQuery, LimitPreview, async (db, { tableId, ...asked }) => {
  return await readPreview(db, await getTable(db, tableId), asked, new Date());
});
