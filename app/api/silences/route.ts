import { handlePost } from "#app/_http/handle.ts";
import { toSilence } from "#db/queries/silence-documents.ts";
import { findListedSilence, insertSilence } from "#db/queries/silences.ts";
import { getTable } from "#db/queries/tables.ts";
import { NewSilence, Silence } from "#lib/contracts/silences.ts";
import { spanOf } from "#lib/incidents/silence-span.ts";

/** Adds a silence or a maintenance window. A tag or an owner that no table has is taken as it is: tables may get it later. */
export const POST = handlePost(NewSilence, Silence, async (db, { kind, scope, by, why, from, until }) => {
  const span = spanOf({ from: from === null ? null : new Date(from), until: new Date(until), now: new Date() });
  if ("tableId" in scope) await getTable(db, scope.tableId);
  const { id } = await insertSilence(db, { kind, scope, by, why, ...span });
  const made = await findListedSilence(db, id);
  if (made === null) throw new Error(`the silence ${id} was not stored`);
  return toSilence(made);
});
