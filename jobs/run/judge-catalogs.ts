import { routeEvents } from "#db/change-incident.ts";
import { listCatalogHealth } from "#db/queries/catalog-health.ts";
import { listTablesOfCatalogs } from "#db/queries/catalog-tables.ts";
import { applyObservedEvent } from "#db/queries/incident-changes.ts";
import { listUnresolvedOfCheck } from "#db/queries/incidents.ts";
import { SAID_ANEW_MS, UNSEEN } from "#jobs/run/judge-missing.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import type { CatalogHealth } from "#lib/contracts/catalog-health.ts";
import { incidentSettings, type IncidentEvent } from "#lib/incidents/incident.ts";
import { findHealth } from "#lib/judging/catalog-health.ts";
import { catalogFinding } from "#lib/judging/judge-catalog.ts";

/** One that fails again and again is mended when it has answered for so long: each time is no news, and nobody wants to hear it each time. */
const STEADY_MS = 600_000;

/**
 * Opens an incident for each catalog that is ill and that tables wait for, and resolves those of catalogs that are not, or that no table waits
 * for any more; of one that was ill again soon after it was well when it has answered for ten minutes. It may be repeated, and run by several
 * at once.
 */
export async function judgeCatalogs({ database, queue, now }: TaskDeps): Promise<void> {
  const { db } = database;
  const at = now();
  const apply = async (catalog: string, event: IncidentEvent): Promise<void> => {
    await db.transaction(async (tx) => {
      const applied = await applyObservedEvent(tx, { catalog, check: "catalog", event, now: at, settings: incidentSettings("catalog") });
      if (applied !== null && applied.eventId !== null) await routeEvents(queue, tx);
    });
  };
  const incidents = await listUnresolvedOfCheck(db, "catalog");
  const unresolved = new Map(incidents.flatMap((one) => (one.catalog === null ? [] : [[one.catalog.toLowerCase(), one] as const])));
  const all = await listCatalogHealth(db);
  const ill = all.filter(({ state }) => state === "ill");
  const waiting = await listTablesOfCatalogs(
    db,
    ill.map(({ name }) => name),
  );
  for (const health of ill) {
    const name = health.name.toLowerCase();
    const tables = waiting.get(name)?.length ?? 0;
    if (tables === 0) continue;
    const known = unresolved.get(name);
    unresolved.delete(name);
    if (known && at.getTime() - known.lastSeenAt.getTime() < SAID_ANEW_MS) continue;
    await apply(health.name, { kind: "finding", findings: [catalogFinding(health, { tables, now: at })], kept: [], seen: UNSEEN });
  }
  for (const { catalog, timesOpened } of unresolved.values()) {
    if (catalog === null) continue;
    const health = findHealth(all, catalog);
    // Nobody looks at it any more, or no table waits for it.
    const isLeft = health === null || health.state === "ill";
    if (isLeft || timesOpened === 1 || isSteady(health, at)) await apply(catalog, { kind: "good", runId: null });
  }
}

function isSteady({ state, since }: CatalogHealth, at: Date): boolean {
  return state === "well" && Math.abs(at.getTime() - Date.parse(since)) >= STEADY_MS;
}
