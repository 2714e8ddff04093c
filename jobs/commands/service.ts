import { openDatabase, waitForDatabase, type Database } from "#db/client.ts";
import { getSchemaState } from "#db/queries/schema-state.ts";
import { openQueue, type JobSender } from "#db/queue.ts";
import { AppError } from "#lib/errors.ts";

/** The running service as a command sees it. */
export interface Service {
  database: Database;
  /** What is sent here reaches the workers. Opened on first use. */
  queue: () => Promise<JobSender>;
  close: () => Promise<void>;
}

const WAIT_MS = 5000;

/**
 * Connects to the service's Postgres. The caller closes it. Throws AppError store_unreachable, store_refused, or store_unsupported when the
 * database is not of this version.
 */
export async function openService(url: string): Promise<Service> {
  await waitForDatabase(url, { timeoutMs: WAIT_MS });
  const database = openDatabase({ url, connectionsMax: 2, applicationName: "bergwatch cli" });
  const state = await getSchemaState(database.db);
  if (state !== "current") {
    await database.close();
    const mend = state === "older" ? '"npm start" (or a worker) of this version brings it up to date.' : "Use that version's command line.";
    throw new AppError("store_unsupported", `The database is of ${state === "older" ? "an older" : "a newer"} Bergwatch. ${mend}`);
  }
  let opened: ReturnType<typeof openQueue> | undefined;
  return {
    database,
    queue: async () => await (opened ??= openQueue({ url, role: "sender", onError: () => {} })),
    close: async () => {
      await (await opened)?.stop({ graceful: false });
      await database.close();
    },
  };
}
