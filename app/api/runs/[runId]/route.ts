import { handleGet } from "#app/_http/handle.ts";
import { getRunView } from "#db/queries/run-view.ts";
import { RunChange, RunView } from "#lib/contracts/run-view.ts";

/** Where a run is now. */
export const GET = handleGet(RunChange, RunView, async (db, { runId }) => (await getRunView(db, { runId })).run);
