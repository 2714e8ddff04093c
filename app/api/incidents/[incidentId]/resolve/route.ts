import { handlePost } from "#app/_http/handle.ts";
import { queue } from "#app/_http/queue.ts";
import { changeIncident } from "#db/change-incident.ts";
import { IncidentsChanged, ResolveBody } from "#lib/contracts/incident-view.ts";

/** Resolves the incident by hand; the reason stands in its timeline. */
export const POST = handlePost(ResolveBody, IncidentsChanged, async (db, { incidentId, by, reason }) => {
  await db.transaction(async (tx) => {
    const now = new Date();
    // The reason first, so that it stands below the end that it is for; both or neither.
    await changeIncident(tx, await queue(), { incidentId, event: { kind: "comment", by, text: reason }, now });
    await changeIncident(tx, await queue(), { incidentId, event: { kind: "resolve", by }, now });
  });
  return { incidentIds: [incidentId] };
});
