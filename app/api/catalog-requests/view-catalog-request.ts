import { isWorkerAlive } from "#app/_http/worker-alive.ts";
import type { Db } from "#db/client.ts";
import type { CatalogRequestRow } from "#db/queries/catalog-requests.ts";
import { listWorkers } from "#db/queries/workers.ts";
import type { CatalogRequestView } from "#lib/contracts/catalog-requests.ts";

/** A question as its asker sees it. */
export async function viewCatalogRequest(db: Db, request: CatalogRequestRow): Promise<CatalogRequestView> {
  const { id, kind, state, progress, errorCode, errorMessage, finding } = request;
  return {
    id,
    kind,
    state,
    progress: progress && { phase: progress.phase, detail: progress.detail },
    error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? "" },
    requestedAt: request.requestedAt.toISOString(),
    finishedAt: request.finishedAt?.toISOString() ?? null,
    finding: state === "succeeded" ? finding : null,
    workerAtWork: (await listWorkers(db)).some(isWorkerAlive),
  };
}
