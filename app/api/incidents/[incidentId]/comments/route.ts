import { handlePost } from "#app/_http/handle.ts";
import { queue } from "#app/_http/queue.ts";
import { changeIncident } from "#db/change-incident.ts";
import { CommentBody, IncidentsChanged } from "#lib/contracts/incident-view.ts";

/** Adds a comment to the timeline. */
export const POST = handlePost(CommentBody, IncidentsChanged, async (db, { incidentId, by, text }) => {
  await changeIncident(db, await queue(), { incidentId, event: { kind: "comment", by, text }, now: new Date() });
  return { incidentIds: [incidentId] };
});
