import { cancelForPerson } from "#db/change-run.ts";
import { getTable } from "#db/queries/tables.ts";
import type { CommandResult } from "#jobs/commands/command-deps.ts";
import { printed, toRunDocument } from "#jobs/commands/run-documents.ts";
import type { Service } from "#jobs/commands/service.ts";

/** Cancels a run that is queued or running, and prints it. The worker that reads for it stops within seconds. Throws AppError unknown_run, usage. */
export async function cancelRun({ database }: Service, runId: string): Promise<CommandResult> {
  const run = await cancelForPerson(database.db, runId);
  const { name } = await getTable(database.db, run.tableId);
  return { output: printed(toRunDocument(run, name)), exitCode: 0 };
}
