import { handlePost } from "#app/_http/handle.ts";
import { applyPersonEvent } from "#db/queries/incident-changes.ts";
import { AssignBody, IncidentsChanged } from "#lib/contracts/incident-view.ts";

/** Says who sees to it; `assignee` null: nobody. */
export const POST = handlePost(AssignBody, IncidentsChanged, async (db, { incidentId, by, assignee }) => {
  await applyPersonEvent(db, { incidentId, event: { kind: "assign", by, assignee }, now: new Date() });
  return { incidentIds: [incidentId] };
});
