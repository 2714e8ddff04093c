import { handlePost } from "#app/_http/handle.ts";
import { queue } from "#app/_http/queue.ts";
import { changeIncident } from "#db/change-incident.ts";
import { IncidentsChanged, SnoozeBody } from "#lib/contracts/incident-view.ts";
import { AppError } from "#lib/errors.ts";

/** Tells nobody of the incident until a moment. */
export const POST = handlePost(SnoozeBody, IncidentsChanged, async (db, { incidentId, by, until }) => {
  const now = new Date();
  if (new Date(until) <= now) throw new AppError("usage", "The snooze would be over already; choose a later moment.");
  await changeIncident(db, await queue(), { incidentId, event: { kind: "snooze", by, until: new Date(until) }, now });
  return { incidentIds: [incidentId] };
});
