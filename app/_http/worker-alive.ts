import type { WorkerRow } from "#db/queries/workers.ts";

/** A worker gives a sign every five seconds; a busy machine may swallow some. */
const SILENT_SECONDS_MAX = 30;

/** Whether a worker still counts as being at work. */
export function isWorkerAlive({ silentSeconds }: Pick<WorkerRow, "silentSeconds">): boolean {
  return silentSeconds <= SILENT_SECONDS_MAX;
}
