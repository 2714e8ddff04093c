import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import { openDatabase, waitForDatabase } from "#db/client.ts";
import { adoptKeySecret } from "#db/key-secret.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { openQueue } from "#db/queue.ts";
import { readClock } from "#db/queries/clock.ts";
import { asStoreError, isStoreUnreachable } from "#db/store-errors.ts";
import { createDatabaseClock, type DatabaseClock } from "#jobs/database-clock.ts";
import { createDelivery } from "#jobs/delivery/create-delivery.ts";
import { createEngine, findDatabaseUrl } from "#jobs/deps.ts";
import { noteRegistryLook } from "#jobs/run/note-registry-look.ts";
import { listSampleTables } from "#jobs/sample-tables.ts";
import { giveSigns } from "#jobs/worker-signs.ts";
import { aborted, pause } from "#jobs/pause.ts";
import { startWorker, type Worker, type WorkerOptions } from "#jobs/worker.ts";
import { readConfigFile } from "#lib/config/read-config-file.ts";
import { readSecret } from "#lib/config/secret.ts";
import { keySecretPlace } from "#lib/key-secret.ts";
import type { RegistryLook } from "#lib/contracts/registry-health.ts";
import { NO_SOURCES } from "#lib/contracts/source-settings.ts";
import { allVariables, EXPORTS_FOLDER, type Env } from "#lib/env.ts";

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
/** For so long a start bears a Postgres that is silent: one that is started anew takes seconds. */
const START_MS_MAX = 60_000;

/**
 * A worker from its connection to its end: waits for Postgres, migrates, takes jobs and gives a sign of life, until `signal` aborts; then
 * what it was reading is left to others and all connections are closed. A Postgres that goes away during the start is waited for as well,
 * a minute in all. Throws AppError store_* with a sentence that says what to do.
 */
export async function runWorker({ env, log, onReady, signal }: RunWorkerOptions): Promise<void> {
  const url = await findDatabaseUrl(env);
  const workerId = `${hostname()}-${process.pid}-${randomBytes(2).toString("hex")}`;
  const database = openDatabase({
    url,
    applicationName: "bergwatch worker",
    onLost: (sentence) => log.warn(sentence),
    onBack: (sentence) => log.info(sentence),
  });
  try {
    let sources = NO_SOURCES;
    const clock = createDatabaseClock(async () => await readClock(database.db));
    const { now } = clock;
    // What a reading met is told beside it: that it cannot be noted fails no reading.
    const onRegistry = (look: RegistryLook) =>
      void noteRegistryLook({ database, now, log }, look).catch((error: unknown) =>
        log.warn({ err: error }, "The state of a schema registry could not be stored."),
      );
    const engine = createEngine(env, () => sources, onRegistry);
    const exports = { folder: join(env.dataDir, EXPORTS_FOLDER), bytesMax: env.spillBytesMax };
    const delivery = createDelivery(env, database);
    const deps = { database, ...engine, exports, dataDir: env.dataDir, delivery, now, log, workerId };
    const worker = await startPatiently(
      { url, log, signal },
      async () => await startOnce(env, { deps, clock }, (settings) => (sources = settings.sources)),
    );
    const following = followClock(clock, signal);
    const signs = giveSigns({ database, log, workerId, findFault: engine.findFault, signal });
    log.info({ workerId, readers: env.readersMax }, "The worker takes jobs.");
    onReady();
    await aborted(signal);
    log.info("The worker stops.");
    await Promise.all([worker.stop(STOP_MS_MAX), signs, following]);
  } finally {
    await database.close();
  }
}

/** Starts again while Postgres goes away in the middle. */
async function startPatiently(
  { url, log, signal }: Pick<RunWorkerOptions, "log" | "signal"> & { url: string },
  start: () => Promise<Worker>,
): Promise<Worker> {
  const deadline = performance.now() + START_MS_MAX;
  for (;;) {
    await waitForDatabase(url, { timeoutMs: Math.max(1, deadline - performance.now()) });
    try {
      return await start();
    } catch (error) {
      const fault = asStoreError(error, url);
      if (!isStoreUnreachable(fault) || signal.aborted || performance.now() >= deadline) throw fault;
      log.warn({ err: error }, "Postgres became unavailable while the worker started. The worker starts again when Postgres responds.");
      await pause(250, signal);
    }
  }
}

/** Leaves nothing behind when it rejects. */
async function startOnce(
  env: Env,
  { deps, clock }: { deps: Omit<WorkerOptions["deps"], "keyHashes">; clock: DatabaseClock },
  onSettings: WorkerOptions["onSettings"],
): Promise<Worker> {
  const { database, log } = deps;
  const applied = await migrateDatabase(database);
  if (applied.length > 0) log.info({ migrations: applied }, "The database was brought to the newest schema.");
  const place = keySecretPlace(env);
  const keyHashes = await adoptKeySecret({ database, place, dataDir: env.dataDir, say: (sentence) => log.info(sentence) });
  await clock.follow();
  const queue = await openQueue({
    url: database.url,
    role: "worker",
    onError: seldom((error) => log.warn({ err: error }, "The queue had an error and continues.")),
    onWarning: (sentence) => log.warn(sentence),
  });
  return await startWorker({
    deps: { ...deps, keyHashes },
    queue,
    configuration: { file: env.configFile, readFile: readConfigFile, listSampleTables: async () => await listSampleTables(), machine: env },
    readersMax: env.readersMax,
    buttons: {
      readSecret: async (place) => await readSecret(place, { configFile: env.configFile, environment: allVariables() }),
      slackApiUrl: env.slackApiUrl,
    },
    onSettings,
  });
}

const FOLLOW_EVERY_MS = 5000;

/** Keeps the clock Postgres's until the worker stops; while Postgres is away it goes on as it was. */
async function followClock(clock: DatabaseClock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(FOLLOW_EVERY_MS, signal);
    await clock.follow().catch(() => {});
  }
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
