import type { z } from "zod";
import { postJson } from "#app/_queries/fetch-json.ts";
import { FirstHourAnswer, type SetFirstHour } from "#lib/contracts/first-hour.ts";

/** Shows the checklist of the first hour, or dismisses it. Rejects with RequestFault. */
export async function setFirstHour(body: z.input<typeof SetFirstHour>): Promise<void> {
  await postJson(FirstHourAnswer, "/api/settings/first-hour", body);
}
