import { cancelRun as cancelStoredRun } from "#db/queries/run-states.ts";
import { getRun } from "#db/queries/runs.ts";
import { getTable } from "#db/queries/tables.ts";
import type { CommandResult } from "#jobs/commands/command-deps.ts";
import { printed, toRunDocument } from "#jobs/commands/run-documents.ts";
import type { Service } from "#jobs/commands/service.ts";
import { AppError } from "#lib/errors.ts";

/** Cancels a run that is queued or running, and prints it. The worker that reads for it stops within seconds. Throws AppError unknown_run, usage. */
export async function cancelRun({ database }: Service, runId: string): Promise<CommandResult> {
  const { db } = database;
  const before = await getRun(db, runId);
  if (!(await cancelStoredRun(db, runId))) {
    const { state } = await getRun(db, runId);
    throw new AppError("usage", `The run ${runId} has ended already: it is ${state}.`);
  }
  const { name } = await getTable(db, before.tableId);
  return { output: printed(toRunDocument(await getRun(db, runId), name)), exitCode: 0 };
}
