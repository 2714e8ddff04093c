import { handlePost } from "#app/_http/handle.ts";
import { tellServiceState } from "#db/queries/service-states.ts";
import { FirstHourAnswer, SetFirstHour } from "#lib/contracts/first-hour.ts";

/** Dismisses the checklist of the first hour for everybody, or shows it again. */
export const POST = handlePost(SetFirstHour, FirstHourAnswer, async (db, { shown, by }) => {
  await tellServiceState(db, "first_hour", { shown, by });
  return { shown };
});
