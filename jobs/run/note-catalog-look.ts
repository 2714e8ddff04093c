import { listCatalogHealth } from "#db/queries/catalog-health.ts";
import { changeServiceState } from "#db/queries/service-states.ts";
import { judgeCatalogs } from "#jobs/run/judge-catalogs.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import type { CatalogHealth } from "#lib/contracts/catalog-health.ts";
import { afterLook, type CatalogLook, findHealth } from "#lib/judging/catalog-health.ts";

/**
 * Notes what a request of a poll or a run said of a catalog, where that changes how it does; an incident opens or ends with it. What is stored
 * counts and not what this process knew, for other workers look as well. Returns how the catalog does now.
 */
export async function noteCatalogLook(deps: TaskDeps, name: string, look: CatalogLook): Promise<CatalogHealth | null> {
  const { db } = deps.database;
  const known = findHealth(await listCatalogHealth(db), name);
  const now = deps.now();
  // Nearly always: a catalog that is well, looked at a moment ago.
  if (afterLook(known, name, look, now) === null) return known;
  let [before, after] = [known, known];
  await changeServiceState(db, "catalogs", (state) => {
    const catalogs = state?.catalogs ?? [];
    before = findHealth(catalogs, name);
    const changed = afterLook(before, before?.name ?? name, look, now);
    after = changed ?? before;
    if (changed === null) return null;
    const others = catalogs.filter((one) => one !== before);
    return { catalogs: [...others, changed].toSorted((a, b) => a.name.localeCompare(b.name)) };
  });
  if (before?.state !== after?.state) logChange(deps, after);
  if ((before?.state === "ill") !== (after?.state === "ill")) await judgeCatalogs(deps);
  return after;
}

function logChange({ log }: TaskDeps, health: CatalogHealth | null): void {
  if (health === null) return;
  const { name: catalog, state, error, quietUntil } = health;
  if (state === "well") log.info({ catalog }, `The catalog ${catalog} answers.`);
  else log.warn({ catalog, state, quietUntil }, `The catalog ${catalog} cannot be asked: ${error?.message ?? ""}`);
}
