import { routeEvents } from "#db/change-incident.ts";
import { applyObservedEvent } from "#db/queries/incident-changes.ts";
import { listUnresolvedOfCheck } from "#db/queries/incidents.ts";
import type { OverdueObservation } from "#db/queries/overdue.ts";
import { findSilence } from "#db/queries/silences.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { incidentSettings, type IncidentEvent } from "#lib/incidents/incident.ts";
import { overdueFinding } from "#lib/judging/judge-overdue.ts";

/** How often the sentence of an open incident is said anew: it holds an age, and the task runs every minute. */
export const SAID_ANEW_MS = 3_600_000;

/** Where no run saw it. */
export const UNSEEN = { runId: null, snapshotId: null, keyVersionId: null, keys: null, since: null, datedBy: null } as const;

/**
 * Opens an incident of `runs` for each table whose observation is missing and that is not silenced in any way, and resolves those of tables
 * that are not missing one any more, be it that nothing is due since. `left`: tables of catalogs that do not answer; of these nothing is said.
 */
export async function judgeMissing(
  { database, queue }: TaskDeps,
  { missing, left }: { missing: readonly OverdueObservation[]; left: ReadonlySet<string> },
  now: Date,
): Promise<void> {
  const { db } = database;
  const unresolved = new Map(
    (await listUnresolvedOfCheck(db, "runs")).flatMap((incident) =>
      incident.tableId === null ? [] : [[incident.tableId, incident] as const],
    ),
  );
  const apply = async (tableId: string, event: IncidentEvent): Promise<void> => {
    await db.transaction(async (tx) => {
      const settings = incidentSettings("runs");
      const applied = await applyObservedEvent(tx, { tableId, check: "runs", event, now, settings });
      if (applied !== null && applied.eventId !== null) await routeEvents(queue, tx);
    });
  };
  for (const { tableId, dueAt, lastRunState, lastErrorMessage } of missing) {
    const known = unresolved.get(tableId);
    unresolved.delete(tableId);
    if (known && now.getTime() - known.lastSeenAt.getTime() < SAID_ANEW_MS) continue;
    if ((await findSilence(db, tableId, now)) !== null) continue;
    const finding = overdueFinding({ dueAt, now, lastError: lastRunState === "failed" ? lastErrorMessage : null });
    await apply(tableId, { kind: "finding", findings: [finding], kept: [], seen: UNSEEN });
  }
  for (const tableId of unresolved.keys()) if (!left.has(tableId)) await apply(tableId, { kind: "good", runId: null });
}
