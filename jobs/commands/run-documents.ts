import type { RunRow } from "#db/queries/runs.ts";
import type { RunDocument } from "#lib/contracts/service-documents.ts";

/** A run as the command line prints it. Pure. */
export function toRunDocument(run: RunRow, table: string): RunDocument {
  return {
    id: run.id,
    table,
    state: run.state,
    reason: run.reason,
    attempt: run.attempt,
    askedSnapshotId: run.askedSnapshotId,
    snapshotId: run.snapshotId,
    scheduledFor: run.scheduledFor.toISOString(),
    queuedAt: run.queuedAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    worker: run.workerId,
    progress: run.progress,
    error: run.errorMessage === null ? null : { code: run.errorCode ?? run.state, message: run.errorMessage },
    cost: { bytes: run.costBytes, milliseconds: run.costMs },
  };
}

/** The whole of standard output. */
export function printed(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
