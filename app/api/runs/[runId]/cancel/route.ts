import { handlePost } from "#app/_http/handle.ts";
import { cancelForPerson } from "#db/change-run.ts";
import { RunChange, RunChanged } from "#lib/contracts/run-view.ts";

/** Cancels a run that is queued or running. */
export const POST = handlePost(RunChange, RunChanged, async (db, { runId }) => ({ runId: (await cancelForPerson(db, runId)).id }));
