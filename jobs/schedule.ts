import { listCatalogHealth } from "#db/queries/catalog-health.ts";
import { listOverdueObservations } from "#db/queries/overdue.ts";
import { getTable, listTables, setNextObservationDue, type TableWithKeys } from "#db/queries/tables.ts";
import { requestRun } from "#db/request-run.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { dueTick, nextRunAt } from "#lib/config/schedule.ts";

/** What was asked for already, so that a table which fails is not asked for again until its next tick. */
export type TickMemory = Map<string, { dueAtMs: number; nextMs: number }>;

/** Of one catalog's tables in one round, which is a second: what waited while it was ill comes one after the other. */
const CATALOG_RUNS_MAX = 20;

/**
 * Asks for a run of every table whose observation is due, but for those of catalogs that are ill: one run a tick, whoever and however often this is called, for the tick is part of
 * what makes a wish the same wish. Ticks are reckoned here and not by the queue's own clock, which knows no intervals
 * and no "an hour after the last observation". Returns how many runs were new.
 */
export async function requestDueRuns({ database, queue, now }: TaskDeps, asked: TickMemory): Promise<number> {
  const { db } = database;
  const at = now();
  let inserted = 0;
  const ill = new Set((await listCatalogHealth(db)).flatMap(({ state, name }) => (state === "ill" ? [name.toLowerCase()] : [])));
  const ofCatalog = new Map<string, number>();
  for (const { tableId, dueAt, catalog } of await listOverdueObservations(db, { before: at })) {
    const before = asked.get(tableId);
    if (before && before.dueAtMs === dueAt.getTime() && at.getTime() < before.nextMs) continue;
    if (catalog !== null) {
      const others = ofCatalog.get(catalog) ?? 0;
      if (ill.has(catalog) || others >= CATALOG_RUNS_MAX) continue;
      ofCatalog.set(catalog, others + 1);
    }
    const { schedule, name } = (await getTable(db, tableId)).definition;
    const tick = dueTick(schedule, { dueAt, now: at, seed: name });
    const wish = await requestRun(db, queue, { tableId, reason: "schedule", scheduledFor: tick });
    asked.set(tableId, { dueAtMs: dueAt.getTime(), nextMs: nextRunAt(schedule, tick, name).getTime() });
    inserted += wish.inserted ? 1 : 0;
  }
  return inserted;
}

/**
 * Sets right when tables are due: at once where nothing is planned, no later than the schedule says where more is planned (a shortened
 * schedule, a clock that jumped). What somebody else planned meanwhile stays. Sample tables are due once.
 */
export async function alignSchedules({ database, now }: Pick<TaskDeps, "database" | "now">): Promise<void> {
  const at = now();
  for (const table of await listTables(database.db)) {
    const dueAt = alignedDue(table, at);
    if (dueAt !== undefined) await setNextObservationDue(database.db, table.id, dueAt, { planned: table.nextObservationDueAt });
  }
}

/** undefined: as it is. */
function alignedDue(table: TableWithKeys, at: Date): Date | undefined {
  const { nextObservationDueAt: dueAt, definition, sampleClock, lastObservedAt } = table;
  if (dueAt === null) return sampleClock && lastObservedAt !== null ? undefined : at;
  const latest = nextRunAt(definition.schedule, at, definition.name);
  return dueAt.getTime() > latest.getTime() ? latest : undefined;
}
