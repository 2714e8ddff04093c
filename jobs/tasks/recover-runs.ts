import { z } from "zod";
import { listCatalogRequestsWithoutJob } from "#db/queries/catalog-requests.ts";
import { listKeyRequestsWithoutJob } from "#db/queries/key-requests.ts";
import { listRunsWithoutJob } from "#db/queries/unsent-runs.ts";
import { sendCatalogRequest } from "#db/request-catalog.ts";
import { sendKeyRequest } from "#db/request-keys.ts";
import { sendRun } from "#db/request-run.ts";
import { defineTask } from "#jobs/tasks/define-task.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";

const UNSENT_SECONDS = 60;

export const recoverRunsTask = defineTask({
  name: "recover-runs",
  cron: "* * * * *",
  payload: z.unknown(),
  run: async (deps) => void (await recoverRuns(deps)),
});

/**
 * Sends runs, and requests about keys and catalogs, again that are queued or running and that no job of the queue stands for: the queue was emptied, or
 * restored from another day than the store. Returns how many runs. Everything else is recovered by the queue, which gives out the jobs of dead workers.
 */
export async function recoverRuns({ database, queue, log }: TaskDeps): Promise<number> {
  const unsent = await listRunsWithoutJob(database.db, { olderThanSeconds: UNSENT_SECONDS });
  for (const run of unsent) await sendRun(queue, run);
  for (const request of await listKeyRequestsWithoutJob(database.db, { olderThanSeconds: UNSENT_SECONDS })) {
    await sendKeyRequest(queue, request);
  }
  for (const request of await listCatalogRequestsWithoutJob(database.db, { olderThanSeconds: UNSENT_SECONDS })) {
    await sendCatalogRequest(queue, request);
  }
  if (unsent.length > 0) log.warn({ runs: unsent.length }, "Runs without a job were queued again.");
  return unsent.length;
}
