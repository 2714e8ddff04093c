import { endSilentLocks, sweepLocks } from "#db/queries/locks.ts";
import { sendMessages } from "#db/request-test-message.ts";
import { pause } from "#jobs/pause.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";

const LOOK_EVERY_MS = 5000;

/**
 * Takes the locks of workers that are silent (frozen, or on a machine that was suspended) until the worker stops, so that their tables are
 * read, and their messages sent, by others. Never rejects.
 */
export async function takeSilentLocks(
  deps: Pick<TaskDeps, "database" | "queue" | "log" | "workerId" | "stopping">,
  everyMs = LOOK_EVERY_MS,
): Promise<void> {
  const { database, log, stopping } = deps;
  await sweepLocks(database.db).catch(() => {});
  while (!stopping.aborted) {
    // While the store is away there is nothing to take.
    await takeOnce(deps).catch((error: unknown) => log.debug({ err: error }, "Locks of silent workers could not be checked."));
    await pause(everyMs, stopping);
  }
}

async function takeOnce({ database, queue, log, workerId }: Pick<TaskDeps, "database" | "queue" | "log" | "workerId">): Promise<void> {
  for (const { kind, name, workerId: silent, silentSeconds } of await endSilentLocks(database.db, workerId)) {
    log.warn({ silent, kind, name, silentSeconds: Math.round(silentSeconds) }, "A worker is silent; its lock was taken from it.");
    if (kind === "sender") await sendMessages(queue, { channel: name });
  }
}
