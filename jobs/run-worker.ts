import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import { openDatabase, waitForDatabase } from "#db/client.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { openQueue } from "#db/queue.ts";
import { createEngine, findDatabaseUrl } from "#jobs/deps.ts";
import { listSampleTables } from "#jobs/sample-tables.ts";
import { giveSigns } from "#jobs/worker-signs.ts";
import { startWorker } from "#jobs/worker.ts";
import { readConfigFile } from "#lib/config/read-config-file.ts";
import { EXPORTS_FOLDER, type Env } from "#lib/env.ts";

export interface RunWorkerOptions {
  env: Env;
  log: Logger;
  /** Told once, when jobs are taken. */
  onReady: () => void;
  /** Aborted when the worker shall end. */
  signal: AbortSignal;
}

/** Whoever starts the worker kills it some time after asking. */
const STOP_MS_MAX = 3000;

/**
 * A worker from its connection to its end: waits for Postgres, migrates, takes jobs and gives a sign of life, until `signal` aborts; then
 * what it was reading is left to others and all connections are closed. Throws AppError store_* with a sentence that says what to do.
 */
export async function runWorker({ env, log, onReady, signal }: RunWorkerOptions): Promise<void> {
  const url = await findDatabaseUrl(env);
  await waitForDatabase(url);
  const workerId = `${hostname()}-${process.pid}-${randomBytes(2).toString("hex")}`;
  const database = openDatabase({
    url,
    applicationName: "bergwatch worker",
    onLost: (sentence) => log.warn(sentence),
    onBack: (sentence) => log.info(sentence),
  });
  try {
    const applied = await migrateDatabase(database);
    if (applied.length > 0) log.info({ migrations: applied }, "The database was brought to the newest schema.");
    const queue = await openQueue({
      url,
      role: "worker",
      onError: seldom((error) => log.warn({ err: error }, "The queue met an error; it goes on.")),
      onWarning: (sentence) => log.warn(sentence),
    });
    const engine = createEngine(env);
    const worker = await startWorker({
      deps: {
        database,
        ...engine,
        exports: { folder: join(env.dataDir, EXPORTS_FOLDER), bytesMax: env.spillBytesMax },
        now: () => new Date(),
        log,
        workerId,
      },
      queue,
      configuration: { file: env.configFile, readFile: readConfigFile, listSampleTables: async () => await listSampleTables() },
      readersMax: env.readersMax,
    });
    const signs = giveSigns({ database, log, workerId, findFault: engine.findFault, signal });
    log.info({ workerId, readers: env.readersMax }, "The worker takes jobs.");
    onReady();
    await aborted(signal);
    log.info("The worker stops.");
    await Promise.all([worker.stop(STOP_MS_MAX), signs]);
  } finally {
    await database.close();
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

const REPEAT_MS = 60_000;

/** While Postgres is away each of the queue's looks fails, some in a second: the same fault is told once a minute. */
function seldom(tell: (error: Error) => void): (error: Error) => void {
  const told = new Map<string, number>();
  return (error) => {
    const fault = error.message.replace(/ \(Queue: .*/, "");
    const now = performance.now();
    if (now - (told.get(fault) ?? -Infinity) < REPEAT_MS) return;
    told.set(fault, now);
    tell(error);
  };
}
