import type { Db, Tx } from "./client.ts";
import { queueSender } from "./queue-sender.ts";
import type { JobSender } from "./queue.ts";
import { applyPersonEvent, type AppliedEvent } from "./queries/incident-changes.ts";
import type { PersonEvent } from "#lib/incidents/incident.ts";

/**
 * Does to an incident what a person wants, and tells the workers that channels may have to hear of it, in one transaction. Throws AppError
 * unknown_incident, and usage when the incident's state leaves nothing to do. `check` begins the transaction; what it throws ends it.
 */
export async function changeIncident(
  db: Db,
  queue: JobSender,
  { check, ...change }: { incidentId: string; event: PersonEvent; now: Date; check?: (tx: Tx) => Promise<void> },
): Promise<AppliedEvent> {
  return await db.transaction(async (tx) => {
    await check?.(tx);
    const applied = await applyPersonEvent(tx, change);
    await routeEvents(queue, tx);
    return applied;
  });
}

/** Tells the workers, if and only if `tx` commits, that timelines have entries of which channels may have to hear. */
export async function routeEvents(queue: JobSender, tx: Tx): Promise<void> {
  await queue.send("route-events", {}, { db: queueSender(tx) });
}
