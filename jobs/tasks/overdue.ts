import { z } from "zod";
import { listCatalogHealth } from "#db/queries/catalog-health.ts";
import { listLookedAtCatalogs } from "#db/queries/catalog-tables.ts";
import { listOverdueObservations, type OverdueObservation } from "#db/queries/overdue.ts";
import { changeServiceState, findServiceState, tellServiceState } from "#db/queries/service-states.ts";
import { getTable } from "#db/queries/tables.ts";
import { judgeCatalogs } from "#jobs/run/judge-catalogs.ts";
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
 * it ends: a run that did not happen is as visible as one that failed. Each opens an incident, unless its table is silenced. Tables of a
 * catalog that does not answer are not among them, nor is what is overdue since the clock jumped. Returns their tables' names, longest overdue first.
 */
export async function markOverdue(deps: TaskDeps): Promise<string[]> {
  const { database, now, log } = deps;
  const at = now();
  await pruneCatalogs(deps);
  await judgeCatalogs(deps);
  const catalogs = new Map((await listCatalogHealth(database.db)).map((health) => [health.name.toLowerCase(), health]));
  const jumpedAt = await noteJump(deps);
  const missing: OverdueObservation[] = [];
  const left = new Set<string>();
  for (const due of await listOverdueObservations(database.db, { before: at })) {
    const health = catalogs.get(due.catalog ?? "");
    // Its catalog has an incident, which says it for all of them, or is about to be found well or ill.
    if (health !== undefined && health.state !== "well") left.add(due.tableId);
    else if (await isMissing(deps, due, { at, from: health?.recoveredAt ?? null })) {
      // What a jump of the clock made overdue was not due before, and what was overdue before stays an incident.
      if (jumpedAt === null || (await isMissing(deps, due, { at, from: jumpedAt }))) missing.push(due);
      else left.add(due.tableId);
    }
  }
  await judgeMissing(deps, { missing, left }, at);
  const before = new Set((await findServiceState(database.db, "overdue"))?.tables.map(({ tableId }) => tableId));
  for (const { name, dueAt, tableId, lastErrorMessage } of missing) {
    if (!before.has(tableId)) log.warn({ table: name, dueAt, lastError: lastErrorMessage }, "An observation is overdue.");
    before.delete(tableId);
  }
  if (before.size > 0) log.info({ tables: before.size }, "Overdue observations have arrived.");
  const tables = missing.map(({ tableId, name, dueAt }) => ({ tableId, name, dueAt: dueAt.toISOString() }));
  await tellServiceState(database.db, "overdue", { at: at.toISOString(), tables });
  return tables.map(({ name }) => name);
}

/**
 * Reckoned from the observation before, or the table's beginning, or `from` where that is later, such as the end of its catalog's illness: what
 * was due at once after a change is no missing observation.
 */
async function isMissing(
  { database, settings }: TaskDeps,
  { tableId, lastSucceededAt }: OverdueObservation,
  { at, from }: { at: Date; from: string | null },
): Promise<boolean> {
  const { definition, createdAt } = await getTable(database.db, tableId);
  const observedAt = lastSucceededAt ?? createdAt;
  const since = from !== null && new Date(from) > observedAt ? new Date(from) : observedAt;
  return isOverdue(definition.schedule, since, at, settings().overdueFactor);
}

/** When the clock last jumped, by this worker or an earlier one; null: never. */
async function noteJump({ database, clock }: TaskDeps): Promise<string | null> {
  const seen = clock?.look()?.toISOString();
  const known = (await findServiceState(database.db, "clock"))?.jumpedAt ?? null;
  if (seen === undefined || seen === known) return known;
  await tellServiceState(database.db, "clock", { jumpedAt: seen });
  return seen;
}

/** Of a catalog whose tables are all gone or paused nobody knows how it does: what was known is no news when they go on. */
async function pruneCatalogs({ database: { db } }: TaskDeps): Promise<void> {
  const known = await listCatalogHealth(db);
  if (known.length === 0) return;
  const lookedAt = await listLookedAtCatalogs(db);
  if (known.every(({ name }) => lookedAt.has(name.toLowerCase()))) return;
  await changeServiceState(db, "catalogs", (state) => ({
    catalogs: (state?.catalogs ?? []).filter(({ name }) => lookedAt.has(name.toLowerCase())),
  }));
}
