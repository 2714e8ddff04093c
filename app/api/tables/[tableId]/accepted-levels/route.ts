import { handlePost } from "#app/_http/handle.ts";
import { queue } from "#app/_http/queue.ts";
import { acceptAndJudge } from "#db/accept-level.ts";
import { toAcceptedLevel } from "#db/queries/silence-documents.ts";
import { getTable } from "#db/queries/tables.ts";
import { isTableWide } from "#lib/checks/registry.ts";
import { AcceptedLevel, NewAcceptedLevel } from "#lib/contracts/silences.ts";
import { AppError } from "#lib/errors.ts";
import { spanOf } from "#lib/incidents/silence-span.ts";

/** Accepts a level of a metric of one key, or of the table where the metric is; what was accepted of it before ends. */
export const POST = handlePost(NewAcceptedLevel, AcceptedLevel, async (db, { tableId, tableKeyId, until, ...level }) => {
  const table = await getTable(db, tableId);
  const key = table.keys.find(({ id }) => id === tableKeyId);
  if (key === undefined) throw new AppError("unknown_key", `${table.name} no longer has this key; reload the page.`);
  const span = spanOf({ from: null, until: new Date(until), now: new Date() });
  const of = isTableWide(level.metric) ? null : key.id;
  const made = await acceptAndJudge(db, await queue(), { ...level, tableId, tableKeyId: of, acceptedAt: span.from, until: span.until });
  const named = table.keys.find(({ id }) => id === made.tableKeyId) ?? key;
  return toAcceptedLevel({ ...made, key: named.name }, table.name);
});
