import type { Db } from "./client.ts";
import type { JobSender } from "./queue.ts";
import { cancelRun } from "./queries/run-states.ts";
import { getRun, type RunRow } from "./queries/runs.ts";
import { getTable } from "./queries/tables.ts";
import { requestRun } from "./request-run.ts";
import { AppError } from "#lib/errors.ts";

/** Cancels a run for a person; its worker stops within seconds. Throws AppError unknown_run, and usage when it has ended already. */
export async function cancelForPerson(db: Db, runId: string): Promise<RunRow> {
  await getRun(db, runId);
  const cancelled = await cancelRun(db, runId);
  const run = await getRun(db, runId);
  if (!cancelled) throw new AppError("usage", `The run ${runId} has ended already: it is ${run.state}.`);
  return run;
}

/**
 * Asks again for what a run was to do, for a person: the same snapshot where one was named, else the current one. A run that filled history
 * fills it again, in its turn. `inserted` false: a run that still waits answers it. Throws AppError unknown_run, and usage when
 * the run is under way or its table is watched no more.
 */
export async function retryForPerson(
  db: Db,
  queue: JobSender,
  { runId, now }: { runId: string; now: Date },
): Promise<{ run: RunRow; inserted: boolean }> {
  const before = await getRun(db, runId);
  if (before.state === "queued" || before.state === "running") {
    throw new AppError("usage", `The run ${runId} is still under way; cancel it first, or wait for its end.`);
  }
  const { archivedAt, name } = await getTable(db, before.tableId);
  if (archivedAt !== null) throw new AppError("usage", `${name} is no longer watched: it was removed from the configuration.`);
  return await requestRun(db, queue, {
    tableId: before.tableId,
    reason: before.reason === "history" ? "history" : "person",
    scheduledFor: now,
    askedSnapshotId: before.askedSnapshotId,
  });
}
