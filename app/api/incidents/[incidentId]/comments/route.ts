import { handlePost } from "#app/_http/handle.ts";
import { applyPersonEvent } from "#db/queries/incident-changes.ts";
import { CommentBody, IncidentsChanged } from "#lib/contracts/incident-view.ts";

/** Adds a comment to the timeline. */
export const POST = handlePost(CommentBody, IncidentsChanged, async (db, { incidentId, by, text }) => {
  await applyPersonEvent(db, { incidentId, event: { kind: "comment", by, text }, now: new Date() });
  return { incidentIds: [incidentId] };
});
