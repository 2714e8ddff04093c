import { handlePost } from "#app/_http/handle.ts";
import { queue } from "#app/_http/queue.ts";
import { changeIncident } from "#db/change-incident.ts";
import { AssignBody, IncidentsChanged } from "#lib/contracts/incident-view.ts";

/** Says who sees to it; `assignee` null: nobody. */
export const POST = handlePost(AssignBody, IncidentsChanged, async (db, { incidentId, by, assignee }) => {
  await changeIncident(db, await queue(), { incidentId, event: { kind: "assign", by, assignee }, now: new Date() });
  return { incidentIds: [incidentId] };
});
