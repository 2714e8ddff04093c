import type { z } from "zod";
import { postJson } from "#app/_queries/fetch-json.ts";
import { Silence, type EndSilence, type NewSilence } from "#lib/contracts/silences.ts";

/** Adds a silence or a maintenance window. Rejects with RequestFault. */
export async function addSilence(body: z.input<typeof NewSilence>): Promise<Silence> {
  return await postJson(Silence, "/api/silences", body);
}

/** Ends one early. Rejects with RequestFault. */
export async function endSilence({ silenceId, by }: z.input<typeof EndSilence>): Promise<Silence> {
  return await postJson(Silence, `/api/silences/${encodeURIComponent(silenceId)}/end`, { by });
}
