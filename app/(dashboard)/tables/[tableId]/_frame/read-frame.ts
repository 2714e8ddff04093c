import { isWorkerAlive } from "#app/_http/worker-alive.ts";
import type { Db } from "#db/client.ts";
import { listIncidentMarks } from "#db/queries/incident-marks.ts";
import { listIllCatalogs, withCatalogIncident } from "#db/queries/ill-catalogs.ts";
import { listRunsUnderWay } from "#db/queries/runs.ts";
import { findFactsOfKey } from "#db/queries/samples-facts.ts";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { listWorkers } from "#db/queries/workers.ts";
import { catalogOf } from "#lib/catalog-table.ts";

/** What all pages of a table show above their own content. */
export interface FrameFacts {
  /** Incidents that are not resolved, the gravest first. */
  incidents: { id: string; name: string }[];
  /** Duplicated keys of the newest snapshot that was read, by the key's name; null: not known. */
  duplicated: Record<string, number | null>;
  /** A run that is queued or running. */
  runId: string | null;
  workerAlive: boolean;
}

/** The facts for the frame around a table's pages. */
export async function readFrame(db: Db, table: TableWithKeys, now: Date): Promise<FrameFacts> {
  const [marks, ill, underWay, workers, counts] = await Promise.all([
    listIncidentMarks(db, [table.id], now),
    listIllCatalogs(db),
    listRunsUnderWay(db, { tableId: table.id }),
    listWorkers(db),
    Promise.all(
      table.keys.map(
        async ({ id, name }) => [name, (await findFactsOfKey(db, { tableKeyId: id }))?.values.duplicated_keys ?? null] as const,
      ),
    ),
  ]);
  const waits = ill.get(catalogOf(table.definition)?.toLowerCase() ?? "") ?? null;
  const { incidents } = withCatalogIncident(marks.get(table.id), waits);
  return {
    incidents: incidents.map(({ id, name }) => ({ id, name })),
    duplicated: Object.fromEntries(counts),
    runId: underWay.find(({ reason }) => reason !== "history")?.id ?? null,
    workerAlive: workers.some(isWorkerAlive),
  };
}
