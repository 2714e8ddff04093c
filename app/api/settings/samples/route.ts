import { handlePost } from "#app/_http/handle.ts";
import { tellServiceState } from "#db/queries/service-states.ts";
import { applyTableDefinitions } from "#db/queries/table-definitions.ts";
import { SamplesAnswer, SetSamples } from "#lib/contracts/sample-tables.ts";

/** Dismisses the sample tables at once; to show them is the work of a worker, which has them within seconds. */
export const POST = handlePost(SetSamples, SamplesAnswer, async (db, { shown, by }) => {
  await tellServiceState(db, "sample_tables", { shown, by });
  if (!shown) await applyTableDefinitions(db, [], "sample");
  return { shown };
});
