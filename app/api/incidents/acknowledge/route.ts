import { handlePost } from "#app/_http/handle.ts";
import { queue } from "#app/_http/queue.ts";
import { changeIncident } from "#db/change-incident.ts";
import { AcknowledgeBody, IncidentsChanged } from "#lib/contracts/incident-view.ts";
import { AppError } from "#lib/errors.ts";

/** Acknowledges incidents; one that somebody has taken meanwhile, or that ended, is no error. */
export const POST = handlePost(AcknowledgeBody, IncidentsChanged, async (db, { incidentIds, by }) => {
  const changed: string[] = [];
  for (const incidentId of new Set(incidentIds)) {
    try {
      await changeIncident(db, await queue(), { incidentId, event: { kind: "acknowledge", by }, now: new Date() });
      changed.push(incidentId);
    } catch (error) {
      if (!(error instanceof AppError && error.code === "usage")) throw error;
    }
  }
  return { incidentIds: changed };
});
