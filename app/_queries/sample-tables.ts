import type { z } from "zod";
import { postJson } from "#app/_queries/fetch-json.ts";
import { SamplesAnswer, type SetSamples } from "#lib/contracts/sample-tables.ts";

/** Shows the sample tables, or dismisses them. Rejects with RequestFault. */
export async function setSampleTables(body: z.input<typeof SetSamples>): Promise<void> {
  await postJson(SamplesAnswer, "/api/settings/samples", body);
}
