import { handlePost } from "#app/_http/handle.ts";
import { applyPersonEvent } from "#db/queries/incident-changes.ts";
import { IncidentsChanged, SnoozeBody } from "#lib/contracts/incident-view.ts";
import { AppError } from "#lib/errors.ts";

/** Tells nobody of the incident until a moment. */
export const POST = handlePost(SnoozeBody, IncidentsChanged, async (db, { incidentId, by, until }) => {
  const now = new Date();
  if (new Date(until) <= now) throw new AppError("usage", "The snooze would be over already; choose a later moment.");
  await applyPersonEvent(db, { incidentId, event: { kind: "snooze", by, until: new Date(until) }, now });
  return { incidentIds: [incidentId] };
});
