import { isWorkerAlive } from "#app/_http/worker-alive.ts";
import type { Db } from "#db/client.ts";
import type { KeyRequestRow } from "#db/queries/key-requests.ts";
import { listWorkers } from "#db/queries/workers.ts";
import type { KeyRequestView } from "#lib/contracts/key-requests.ts";

/** Requests as their asker sees them: nothing of what was typed or found leaves the store this way. */
export async function viewKeyRequests(db: Db, requests: readonly KeyRequestRow[]): Promise<KeyRequestView[]> {
  const workerAtWork = (await listWorkers(db)).some(isWorkerAlive);
  return requests.map((request) => view(request, workerAtWork));
}

/** One of them. */
export async function viewKeyRequest(db: Db, request: KeyRequestRow): Promise<KeyRequestView> {
  return view(request, (await listWorkers(db)).some(isWorkerAlive));
}

function view(request: KeyRequestRow, workerAtWork: boolean): KeyRequestView {
  const { id, kind, state, progress, errorCode, errorMessage, askedSnapshotId, snapshotId, format, result, keyHash } = request;
  const { fileBytes, exportedKeys, exportedRows, trust } = request;
  const written = state === "succeeded" && fileBytes !== null;
  return {
    id,
    kind,
    state,
    progress: progress && { phase: progress.phase, detail: progress.detail },
    error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? "" },
    askedSnapshotId,
    snapshotId,
    requestedAt: request.requestedAt.toISOString(),
    finishedAt: request.finishedAt?.toISOString() ?? null,
    expiresAt: request.expiresAt?.toISOString() ?? null,
    found: result === null || keyHash === null ? null : { keyHash, rowCount: result.rowCount },
    format,
    file: written ? { bytes: fileBytes, keys: exportedKeys ?? 0, rows: exportedRows ?? 0 } : null,
    metric: request.metric,
    since: request.since,
    trust: trust?.level ?? null,
    workerAtWork,
  };
}
