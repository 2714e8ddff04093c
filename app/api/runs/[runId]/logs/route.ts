import { handleGet } from "#app/_http/handle.ts";
import { getRunView } from "#db/queries/run-view.ts";
import { RunLogAnswer, RunLogQuery } from "#lib/contracts/run-view.ts";

/** A run as it is now, and what it said since. */
export const GET = handleGet(RunLogQuery, RunLogAnswer, async (db, query) => await getRunView(db, query));
