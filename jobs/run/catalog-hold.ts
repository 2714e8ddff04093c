import { listCatalogHealth } from "#db/queries/catalog-health.ts";
import type { RunRow } from "#db/queries/runs.ts";
import type { TableWithKeys } from "#db/queries/tables.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { catalogOf } from "#lib/catalog-table.ts";
import { findHealth, isQuiet } from "#lib/judging/catalog-health.ts";
import { formatInstant } from "#lib/time.ts";

/** Why a run does not ask its table's catalog now. `waits`: it goes on after so many seconds; else it is not needed, for another one comes. */
export type CatalogHold = { why: string; waits: number } | { why: string; waits: null };

/** History asks again so seldom: nobody waits for it. */
const HISTORY_WAIT_SECONDS = 300;

/**
 * Whether a run has to leave its table's catalog alone; null: it asks. Of a catalog that is ill the schedule asks for a new run once it answers,
 * so the one that comes meanwhile is skipped; history has no schedule, and waits. A run that a person wants asks always.
 */
export async function findCatalogHold(
  { database, now }: Pick<TaskDeps, "database" | "now">,
  { reason }: Pick<RunRow, "reason">,
  { definition }: TableWithKeys,
): Promise<CatalogHold | null> {
  const name = catalogOf(definition);
  if (name === null || reason === "person") return null;
  const health = findHealth(await listCatalogHealth(database.db), name);
  if (health === null || health.state === "well") return null;
  const at = now();
  const since = `${formatInstant(new Date(health.since), "UTC", at)} UTC`;
  const does = health.error?.code === "catalog_refused" ? "has refused access" : "has not answered";
  const why = `The catalog ${health.name} ${does} since ${since}.`;
  if (health.state === "ill") {
    return reason === "history"
      ? { why: `${why} The run continues when it responds.`, waits: HISTORY_WAIT_SECONDS }
      : { why: `${why} No request was sent; a new run starts when it responds.`, waits: null };
  }
  if (!isQuiet(health, at)) return null;
  const waits = Math.max(1, Math.ceil((Date.parse(health.quietUntil ?? "") - at.getTime()) / 1000));
  return { why: `${why} The run continues after a short pause.`, waits };
}
