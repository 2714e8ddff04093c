import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Database } from "#db/client.ts";
import { forgetWorker, noteWorker } from "#db/queries/workers.ts";

export interface SignDeps {
  database: Pick<Database, "db">;
  log: Pick<Logger, "warn">;
  /** As in `runs.worker_id`. */
  workerId: string;
  /** Why this worker cannot read tables; null: it can. */
  findFault: () => Promise<string | null>;
  /** Aborted when the worker stops. */
  signal: AbortSignal;
}

const SIGN_EVERY_MS = 5000;

/**
 * Lets the store know every five seconds that this worker lives, until `signal` is aborted; then it is forgotten. A sign that the store
 * does not take is no fault of the worker: the next one may arrive. Never rejects.
 */
export async function giveSigns({ database, log, workerId, findFault, signal }: SignDeps, everyMs = SIGN_EVERY_MS): Promise<void> {
  const who = { id: workerId, host: hostname(), processId: process.pid };
  let failing = false;
  while (!signal.aborted) {
    try {
      await noteWorker(database.db, { ...who, fault: await findFault() });
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ err: error }, "The worker's heartbeat cannot be stored, so others cannot see that it is alive.");
      failing = true;
    }
    await sleep(everyMs, undefined, { signal }).catch(() => {});
  }
  await forgetWorker(database.db, workerId).catch(() => {});
}
