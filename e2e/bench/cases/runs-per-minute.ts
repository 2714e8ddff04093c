import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { openDatabase, type Database } from "#db/client.ts";
import { startEmbeddedPostgres } from "#db/embedded.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { listTables } from "#db/queries/tables.ts";
import { openQueue } from "#db/queue.ts";
import { requestRun } from "#db/request-run.ts";
import { inScratchFolder } from "#e2e/bench/scratch-folder.ts";
import type { RunServiceCase, ServiceMeasurement } from "#e2e/bench/service-case.ts";
import { createDelivery } from "#jobs/delivery/create-delivery.ts";
import { KEY_HASHES } from "#lib/testing/key-hashes.ts";
import { createEngine } from "#jobs/deps.ts";
import { startWorker } from "#jobs/worker.ts";
import type { Config } from "#lib/config/config.ts";
import { toFactsRequest } from "#lib/config/facts-request.ts";
import { loadConfig } from "#lib/config/load-config.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { env } from "#lib/env.ts";
import type { GatherFacts } from "#lib/iceberg/contract.ts";

const TABLES = 60;
const ROWS = 25;
const WAIT_MS_MAX = 180_000;
const LOOK_EVERY_MS = 50;

/**
 * A worker with a Postgres of its own and 60 tables of 25 rows reads each once for its schedule; then each is wished for once more, which
 * is measured from the first wish until the last run is stored. Beside it the same readings, as many at a time, with nothing around them.
 */
export const runsPerMinute: RunServiceCase = async () =>
  await inScratchFolder(async (dataDir) => {
    const postgres = await startEmbeddedPostgres({ dataDir });
    const database = openDatabase({ url: postgres.url, applicationName: "bergwatch bench" });
    try {
      await migrateDatabase(database);
      return await measure(database, dataDir);
    } finally {
      await database.close();
      await postgres.stop();
    }
  });

async function measure(database: Database, dataDir: string): Promise<ServiceMeasurement> {
  const { readersMax } = env();
  const engine = createEngine({ ...env(), dataDir });
  const config = configure(join(dataDir, "bergwatch.yaml"));
  const queue = await openQueue({ url: database.url, role: "worker", onError: () => {} });
  const worker = await startWorker({
    deps: {
      database,
      ...engine,
      keyHashes: KEY_HASHES,
      delivery: createDelivery(env(), database),
      now: () => new Date(),
      log: pino({ level: "silent" }),
      workerId: "bench",
      exports: { folder: dataDir, bytesMax: 1024 ** 3 },
      dataDir,
    },
    queue,
    configuration: {
      file: config.file,
      readFile: async () => await Promise.resolve({ ok: true as const, config }),
      listSampleTables: async () => await Promise.resolve([]),
      machine: { host: "127.0.0.1", dataDir: "/no/such/folder" },
    },
    readersMax,
  });
  try {
    await untilSucceeded(database, "schedule");
    const tables = await listTables(database.db);
    const started = performance.now();
    for (const { id } of tables) await requestRun(database.db, queue, { tableId: id, reason: "person", scheduledFor: new Date() });
    await untilSucceeded(database, "person");
    const ms = performance.now() - started;
    return { ms, otherMs: await readBare(engine.gatherFacts, config.tables, readersMax), runs: TABLES };
  } finally {
    await worker.stop(3000);
  }
}

/** Sixty names for one table: each is a table of its own for the service. */
function configure(file: string): Config {
  const location = join(import.meta.dirname, "../../testdata/tables/append_v2");
  const tables = Array.from({ length: TABLES }, (_, at) => ({
    name: `bench.orders_${at}`,
    location,
    key: "order_id",
    kafka: { partition: "kafka_partition", key: "kafka_key" },
    // No tick comes in between, and no history.
    schedule: { every: "30d" },
    budgets: { history: { snapshots: 0 } },
  }));
  const loaded = loadConfig(JSON.stringify({ tables }), { file });
  if (!loaded.ok) throw new Error(loaded.faults.map(({ path, message }) => `${path}: ${message}`).join(" "));
  return loaded.config;
}

async function untilSucceeded(database: Database, reason: "schedule" | "person"): Promise<void> {
  for (const deadline = performance.now() + WAIT_MS_MAX; performance.now() < deadline; await sleep(LOOK_EVERY_MS)) {
    const { rows } = await database.db.execute<{ done: number; failed: number }>(
      `select count(*) filter (where state = 'succeeded')::int as done, count(*) filter (where state = 'failed')::int as failed
        from runs where reason = '${reason}'`,
    );
    if (rows[0]?.done === TABLES) return;
    if (rows[0] !== undefined && rows[0].failed > 0) throw new Error(`${rows[0].failed} runs failed`);
  }
  throw new Error(`not all ${TABLES} runs ended in time`);
}

async function readBare(gatherFacts: GatherFacts, tables: readonly TableDefinition[], atATime: number): Promise<number> {
  const started = performance.now();
  const waiting = tables.values();
  const read = async (): Promise<void> => {
    for (const table of waiting) {
      const [key] = table.keys;
      if (key === undefined) throw new Error(`${table.name} has no key`);
      const { keyProfile } = await gatherFacts(toFactsRequest(table, key));
      if (keyProfile.rows !== ROWS) throw new Error(`${table.name} has ${keyProfile.rows} rows and not ${ROWS}`);
    }
  };
  await Promise.all(Array.from({ length: atATime }, read));
  return performance.now() - started;
}
