import { handlePost } from "#app/_http/handle.ts";
import { queue } from "#app/_http/queue.ts";
import { retryForPerson } from "#db/change-run.ts";
import { RunChange, RunChanged } from "#lib/contracts/run-view.ts";

/** Asks again for what a run was to do; answers with the run that will. */
export const POST = handlePost(RunChange, RunChanged, async (db, { runId }) => {
  const { run } = await retryForPerson(db, await queue(), { runId, now: new Date() });
  return { runId: run.id };
});
