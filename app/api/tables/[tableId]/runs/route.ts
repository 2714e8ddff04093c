import { z } from "zod";
import { handlePost } from "#app/_http/handle.ts";
import { queue } from "#app/_http/queue.ts";
import { getTable } from "#db/queries/tables.ts";
import { requestRun } from "#db/request-run.ts";
import { RunChanged } from "#lib/contracts/run-view.ts";
import { AppError } from "#lib/errors.ts";

/** Asks the workers to read the table now. A run that is still queued for a person answers the wish as well. */
export const POST = handlePost(z.object({ tableId: z.uuid() }), RunChanged, async (db, { tableId }) => {
  const table = await getTable(db, tableId);
  if (table.archivedAt !== null) throw new AppError("usage", `${table.name} is no longer watched: it was removed from the configuration.`);
  const { run } = await requestRun(db, await queue(), { tableId, reason: "person", scheduledFor: new Date() });
  return { runId: run.id };
});
