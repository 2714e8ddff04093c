import { z } from "zod";
import { listOverdueObservations, type OverdueObservation } from "#db/queries/overdue.ts";
import { findServiceState, tellServiceState } from "#db/queries/service-states.ts";
import { getTable } from "#db/queries/tables.ts";
import { judgeMissing } from "#jobs/run/judge-missing.ts";
import { defineTask } from "#jobs/tasks/define-task.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { isOverdue } from "#lib/config/schedule.ts";

export const overdueTask = defineTask({
  name: "overdue",
  cron: "* * * * *",
  payload: z.unknown(),
  run: async (deps) => void (await markOverdue(deps)),
});

/**
 * Tells which observations did not happen, by each table's schedule and the configured factor, and logs each once when it begins and when
 * it ends: a run that did not happen is as visible as one that failed. Each opens an incident, unless its table is silenced. Returns their tables' names, longest overdue first.
 */
export async function markOverdue(deps: TaskDeps): Promise<string[]> {
  const { database, now, log } = deps;
  const at = now();
  const missing: OverdueObservation[] = [];
  for (const due of await listOverdueObservations(database.db, { before: at })) {
    if (await isMissing(deps, due, at)) missing.push(due);
  }
  await judgeMissing(deps, missing, at);
  const before = new Set((await findServiceState(database.db, "overdue"))?.tables.map(({ tableId }) => tableId));
  for (const { name, dueAt, tableId, lastErrorMessage } of missing) {
    if (!before.has(tableId)) log.warn({ table: name, dueAt, lastError: lastErrorMessage }, "An observation is overdue.");
    before.delete(tableId);
  }
  if (before.size > 0) log.info({ tables: before.size }, "Observations that were overdue are not any more.");
  const tables = missing.map(({ tableId, name, dueAt }) => ({ tableId, name, dueAt: dueAt.toISOString() }));
  await tellServiceState(database.db, "overdue", { at: at.toISOString(), tables });
  return tables.map(({ name }) => name);
}

/** Reckoned from the observation before, or the table's beginning: what was due at once after a change is no missing observation. */
async function isMissing({ database, settings }: TaskDeps, { tableId, lastSucceededAt }: OverdueObservation, at: Date): Promise<boolean> {
  const { definition, createdAt } = await getTable(database.db, tableId);
  return isOverdue(definition.schedule, lastSucceededAt ?? createdAt, at, settings().overdueFactor);
}
