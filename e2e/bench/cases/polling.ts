import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { openDatabase, type Database } from "#db/client.ts";
import { startEmbeddedPostgres } from "#db/embedded.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { applyTableDefinitions } from "#db/queries/table-definitions.ts";
import { openQueue } from "#db/queue.ts";
import type { CatalogCount, CatalogOrder } from "#e2e/bench/catalog-process.ts";
import { inScratchFolder } from "#e2e/bench/scratch-folder.ts";
import type { RunServiceCase, ServiceFigure, ServiceMeasurement } from "#e2e/bench/service-case.ts";
import { median } from "#e2e/bench/summary.ts";
import { createDelivery } from "#jobs/delivery/create-delivery.ts";
import { KEY_HASHES } from "#lib/testing/key-hashes.ts";
import { createEngine, type Engine } from "#jobs/deps.ts";
import { watchTables } from "#jobs/watcher.ts";
import type { Config } from "#lib/config/config.ts";
import { loadConfig } from "#lib/config/load-config.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import { env } from "#lib/env.ts";

const TABLES = 1000;
const COMMITS = 60;
const MINUTE_MS = 60_000;
/** A poll's minute, and what a busy machine takes. */
const SEEN_MS_MAX = 90_000;
const ILL_MS = 150_000;

/**
 * The watcher over 1,000 tables of one catalog, with a Postgres of its own: a minute in which nothing happens, then one with 60 commits, then
 * two and a half in which the catalog fails. `ms`: the processor time of the first minute; beside it that of asking for the same tables once without the
 * marks of former answers. Nobody takes up the runs that are asked for.
 */
export const polling: RunServiceCase = async () =>
  await inScratchFolder(async (dataDir) => {
    const catalog = fork(join(import.meta.dirname, "../catalog-process.ts"), [String(TABLES)]);
    const postgres = await startEmbeddedPostgres({ dataDir });
    const database = openDatabase({ url: postgres.url, applicationName: "bergwatch bench" });
    try {
      const [{ uri }] = (await once(catalog, "message")) as [{ uri: string }];
      await migrateDatabase(database);
      return await measure(database, { catalog, config: configure(uri, dataDir), dataDir });
    } finally {
      await database.close();
      await postgres.stop();
      catalog.disconnect();
    }
  });

interface Place {
  catalog: ChildProcess;
  config: Config;
  dataDir: string;
}

async function measure(database: Database, { catalog, config, dataDir }: Place): Promise<ServiceMeasurement> {
  const engine = createEngine({ ...env(), dataDir }, () => config.service.sources);
  const queue = await openQueue({ url: database.url, role: "sender", onError: () => {} });
  await applyTableDefinitions(database.db, config.tables, "file");
  await observeAll(database);
  const stopping = new AbortController();
  const watching = watchTables({
    database,
    queue,
    ...engine,
    keyHashes: KEY_HASHES,
    delivery: createDelivery(env(), database),
    now: () => new Date(),
    log: pino({ level: "silent" }),
    workerId: "bench",
    exports: { folder: dataDir, bytesMax: 1024 ** 3 },
    dataDir,
    stopping: stopping.signal,
    settings: () => SERVICE_DEFAULTS,
  });
  try {
    await untilAllAreMarked(catalog);
    const rest = await spend(catalog, MINUTE_MS);
    if (rest.count.marked !== rest.count.requests || rest.count.delegated > 0) throw new Error("a table at rest was asked for anew");
    const seen = await commitAndWait(database, catalog);
    await order(catalog, { kind: "fail" });
    const ill = await spend(catalog, ILL_MS);
    const { rows } = await database.db.execute<{ catalogs: number; tables: number }>(
      `select count(catalog)::int as catalogs, count(table_id)::int as tables from incidents`,
    );
    if (rows[0]?.catalogs !== 1 || rows[0].tables !== 0)
      throw new Error(`incidents: ${JSON.stringify(rows[0])}, and not one of the catalog`);
    await order(catalog, { kind: "mend" });
    const figures: ServiceFigure[] = [
      { name: "requests in a minute at rest", value: rest.count.requests, unit: "count" },
      { name: "of them for credentials", value: rest.count.delegated, unit: "count" },
      { name: "commit to the run asked for, median", value: median(seen), unit: "s" },
      { name: "commit to the run asked for, most", value: Math.max(...seen), unit: "s" },
      { name: "requests in 150 s of a catalog that fails", value: ill.count.requests, unit: "count" },
      { name: "processor time of these 150 s", value: ill.processorMs / 1000, unit: "s" },
    ];
    return { ms: rest.processorMs, otherMs: await askAnew(engine, config), figures };
  } finally {
    stopping.abort();
    await watching;
    await queue.stop();
  }
}

/** A thousand tables of one catalog that are looked at each minute, as the file has it by default. */
function configure(uri: string, dataDir: string): Config {
  const tables = Array.from({ length: TABLES }, (_, at) => ({
    name: `t${at}`,
    catalog: "lake",
    table: `shop.t${at}`,
    key: "order_id",
    schedule: { on_snapshot: true },
  }));
  const loaded = loadConfig(JSON.stringify({ catalogs: [{ name: "lake", uri }], tables }), { file: join(dataDir, "bergwatch.yaml") });
  if (!loaded.ok) throw new Error(loaded.faults.map(({ path, message }) => `${path}: ${message}`).join(" "));
  return loaded.config;
}

/** As if each had been observed a moment ago, at the snapshot that the catalog names. */
async function observeAll({ db }: Database): Promise<void> {
  await db.execute(`update tables set last_observed_at = now(), last_succeeded_at = now(), next_observation_due_at = now() + interval '1 hour',
    last_snapshot_id = '${SNAPSHOT_BEFORE}'`);
}
/** Of `catalog-process.ts`. */
const SNAPSHOT_BEFORE = "8933604147287232228";

async function order(catalog: ChildProcess, what: CatalogOrder): Promise<CatalogCount> {
  const answered = once(catalog, "message") as Promise<[CatalogCount]>;
  catalog.send(what);
  return (await answered)[0];
}

/** The first round asks for whole answers. */
async function untilAllAreMarked(catalog: ChildProcess): Promise<void> {
  let unmarked = 0;
  for (const deadline = performance.now() + 2 * MINUTE_MS; performance.now() < deadline; await sleep(500)) {
    const { requests, marked } = await order(catalog, { kind: "count" });
    unmarked += requests - marked;
    if (unmarked >= TABLES) return;
  }
  throw new Error("not all tables were looked at in time");
}

async function spend(catalog: ChildProcess, ms: number): Promise<{ count: CatalogCount; processorMs: number }> {
  await order(catalog, { kind: "count" });
  const before = process.cpuUsage();
  await sleep(ms);
  const { user, system } = process.cpuUsage(before);
  return { count: await order(catalog, { kind: "count" }), processorMs: (user + system) / 1000 };
}

/** A commit each second, to another table each time; for how many seconds each waited for its run to be asked for. */
async function commitAndWait({ db }: Database, catalog: ChildProcess): Promise<number[]> {
  const committedAt = new Map<string, number>();
  for (let commit = 0; commit < COMMITS; commit++) {
    const table = `t${(commit * 377) % TABLES}`;
    await order(catalog, { kind: "commit", table });
    committedAt.set(table, Date.now());
    await sleep(MINUTE_MS / COMMITS);
  }
  for (const deadline = Date.now() + SEEN_MS_MAX; Date.now() < deadline; await sleep(500)) {
    const { rows } = await db.execute<{ name: string; ms: number }>(
      `select name, extract(epoch from queued_at)::float8 * 1000 as ms from runs join tables on tables.id = table_id where reason = 'snapshot'`,
    );
    if (rows.length === COMMITS) return rows.map(({ name, ms }) => (ms - (committedAt.get(name) ?? Number.NaN)) / 1000);
  }
  throw new Error(`not each of ${COMMITS} commits was seen in time`);
}

/** Processor time. */
async function askAnew({ peekTable }: Engine, { tables }: Config): Promise<number> {
  const before = process.cpuUsage();
  const waiting = tables.values();
  const ask = async (): Promise<void> => {
    for (const { location } of waiting) {
      const { state } = await peekTable({ location, snapshot: { by: "current" } }, null);
      if (state !== "moved") throw new Error(`${location} is ${state}`);
    }
  };
  await Promise.all(Array.from({ length: SERVICE_DEFAULTS.pollersMax }, ask));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
