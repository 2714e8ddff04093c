import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDatabase } from "#db/client.ts";
import { openQueue } from "#db/queue.ts";
import { listRuns } from "#db/queries/runs.ts";
import { cancelRun } from "#db/queries/run-states.ts";
import { getTable, getTableByName } from "#db/queries/tables.ts";
import { requestRun } from "#db/request-run.ts";
import { someDefinition } from "#db/testing/factories.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { startWorker, type Worker } from "#jobs/worker.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import { noDelivery } from "#jobs/testing/fake-delivery.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { AppError } from "#lib/errors.ts";

// Far beyond what any of it takes: a loaded machine is no failure.
const WAIT_MS = 170_000;
vi.setConfig({ testTimeout: 180_000 });

let world: TaskWorld;
let endings: (() => Promise<void>)[] = [];
beforeEach(async () => {
  world = await createTaskWorld();
  // Other workers' clocks are today's.
  world.clock.now = new Date();
});
afterEach(async () => {
  await Promise.all(endings.map(async (end) => await end()));
  endings = [];
  await world.close();
});

/** A worker as a process of its own would be: its own connections and queue. */
async function addWorker(name: string, { readersMax = 2, tables = null as TableDefinition[] | null } = {}): Promise<Worker> {
  const database = openDatabase({ url: world.database.url, connectionsMax: 4 });
  const worker = await startWorker({
    deps: { database, ...world.lake.engine, delivery: noDelivery, now: () => new Date(), log: pino({ level: "silent" }), workerId: name },
    queue: await openQueue({ url: world.database.url, role: "worker", onError: () => {} }),
    configuration: {
      file: "/no/such/bergwatch.yaml",
      // Without tables of its own there is no file, and what is there is watched on.
      readFile: async (file) =>
        await Promise.resolve(
          tables && {
            ok: true as const,
            config: {
              file,
              tables,
              hasTables: true,
              lines: new Map(),
              parts: { defaults: null, tables: tables.map((table) => table.name), catalogs: [], stores: [] },
              service: { ...SERVICE_DEFAULTS, retention: { factsSeconds: null, runsSeconds: null } },
            },
          },
        ),
      listSampleTables: async () => await Promise.resolve([]),
      machine: { host: "127.0.0.1", dataDir: "/no/such/folder" },
    },
    readersMax,
    pace: { roundMs: 100, standByMs: 200 },
  });
  endings.push(async () => {
    await worker.stop(2000);
    await database.close();
  });
  return worker;
}

/** Below the folder `location`. */
function someTables(
  count: number,
  { location = "/lake/many", ...changes }: Partial<TableDefinition> = {},
  { commits = 3 } = {},
): TableDefinition[] {
  return Array.from({ length: count }, (_, at) => {
    const definition = someDefinition({ ...changes, location: `${location}/${at}` });
    world.lake.add(definition.location, { commits });
    return definition;
  });
}

test("three workers share 200 tables: every wish is run once, no two read one table at once, each snapshot is stored once", async () => {
  // Ticks that come while the test runs would be wishes of their own.
  const schedule = { by: "interval", everySeconds: 31_536_000 } as const;
  const tables = [...someTables(10, { schedule, location: "/lake/old" }), ...someTables(190, { schedule }, { commits: 1 })];
  const { overlaps } = noteOverlaps(tables);
  await Promise.all(["one", "two", "three"].map(async (name) => await addWorker(name, { tables })));
  // A tick that finds a person's wish queued joins it and is no run of its own: all ticks first.
  await vi.waitFor(async () => expect(await listRuns(world.database.db, { reasons: ["schedule"], limit: 1000 })).toHaveLength(200), {
    timeout: WAIT_MS,
    interval: 500,
  });
  // By two at once, as two pages would.
  const wished = tables.slice(0, 20);
  for (const { name } of wished) {
    const { id } = await getTableByName(world.database.db, name);
    const wish = { tableId: id, reason: "person", scheduledFor: world.clock.now } as const;
    await Promise.all([wish, wish].map(async (one) => await requestRun(world.database.db, world.deps.queue, one)));
  }
  await vi.waitFor(
    async () => expect(await countRuns()).toEqual({ "history succeeded": 20, "person succeeded": 20, "schedule succeeded": 200 }),
    {
      timeout: WAIT_MS,
      interval: 500,
    },
  );
  expect(overlaps).toEqual([]);
  // A schedule that comes after a person's wish finds the snapshot known and only lists.
  expect(world.lake.readings.length + world.lake.listings).toBe(240);
  const runs = await listRuns(world.database.db, { limit: 1000 });
  expect(new Set(runs.map(({ tableId, reason, askedSnapshotId }) => `${tableId} ${reason} ${askedSnapshotId}`)).size).toBe(240);
  expect(runs.filter(({ attempt }) => attempt !== 1)).toEqual([]);
  const { rows } = await world.database.db.execute("select count(*)::int as facts from snapshot_facts");
  expect(rows).toEqual([{ facts: 220 }]);
  const shares = Map.groupBy(runs, ({ workerId }) => workerId);
  expect(new Set(shares.keys())).toEqual(new Set(["one", "two", "three"]));
  for (const share of shares.values()) expect(share.length).toBeGreaterThan(20);
});

/** Readings of a table that began while another one of it was under way. */
function noteOverlaps(tables: readonly TableDefinition[]): { overlaps: string[] } {
  const reading = new Set<string>();
  const overlaps: string[] = [];
  for (const { location } of tables) {
    const lake = world.lake.tables.get(location);
    if (!lake) throw new Error("no such table in the lake");
    lake.reading = async () => {
      if (reading.has(location)) overlaps.push(location);
      reading.add(location);
      await new Promise((resolve) => setTimeout(resolve, 5));
      reading.delete(location);
    };
  }
  return { overlaps };
}

async function countRuns(): Promise<Record<string, number>> {
  const { rows } = await world.database.db.execute<{ what: string; runs: number }>(
    "select reason || ' ' || state as what, count(*)::int as runs from runs group by 1 order by 1",
  );
  return Object.fromEntries(rows.map(({ what, runs }) => [what, runs]));
}

test("a person's wish goes before a schedule, and a schedule before history", async () => {
  const table = async () => await world.addTable({ commits: 1, source: "file" });
  const [history, schedule, person] = [await table(), await table(), await table()];
  const wishes = [
    await world.request(history.id, "history", { askedSnapshotId: "9000000000000000000" }),
    await world.request(schedule.id, "schedule"),
    await world.request(person.id, "person"),
  ];
  await addWorker("one", { readersMax: 1 });
  // The watcher may ask for more runs meanwhile: these tables are due.
  const runs = async () => await Promise.all(wishes.toReversed().map(async ({ id }) => await world.run(id)));
  await vi.waitFor(
    async () => {
      for (const { state } of await runs()) expect(["succeeded", "skipped"]).toContain(state);
    },
    { timeout: WAIT_MS },
  );
  const begun = (await runs()).map(({ startedAt }) => startedAt?.getTime() ?? Infinity);
  expect(begun).toEqual(begun.toSorted((a, b) => a - b));
  expect(new Set(begun).size).toBe(3);
});

test("a commit is read without anybody asking", async () => {
  const [definition] = someTables(1, { schedule: { by: "snapshot", pollSeconds: 1, observeEverySeconds: 3600 } });
  if (!definition) throw new Error("one table");
  await addWorker("one", { tables: [definition] });
  const lastSnapshot = async (): Promise<string | null> => {
    const [run] = await listRuns(world.database.db, { reasons: ["schedule", "snapshot"] });
    return run ? (await getTable(world.database.db, run.tableId)).lastSnapshotId : null;
  };
  await vi.waitFor(async () => expect(await lastSnapshot()).toBe("9000000000000000002"), { timeout: WAIT_MS });
  world.lake.commit(definition.location);
  await vi.waitFor(async () => expect(await lastSnapshot()).toBe("9000000000000000003"), { timeout: WAIT_MS });
});

/** A table whose reading ends only when it is told to, and a promise of its beginning. */
async function addSlowTable() {
  const table = await world.addTable({ source: "file" });
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const lake = world.lake.tables.get(table.definition.location);
  if (!lake) throw new Error("no such table in the lake");
  lake.reading = async (_, signal) => {
    begun.resolve();
    await new Promise((resolve) => signal?.addEventListener("abort", resolve));
    ended.resolve();
    throw new AppError("cancelled", "The reading was cancelled before it was done.");
  };
  return { table, lake, begun: begun.promise, ended: ended.promise };
}

test("a run that is cancelled in the store ends in the worker that reads it", async () => {
  const { table, begun, ended } = await addSlowTable();
  // Before there is a worker: otherwise the table's schedule may begin a run of its own first.
  const run = await world.request(table.id, "person");
  await addWorker("one");
  await begun;
  expect(await cancelRun(world.database.db, run.id)).toBe(true);
  await ended;
  expect((await world.run(run.id)).state).toBe("cancelled");
});

test("a worker that stops leaves its run to another", async () => {
  const { table, lake, begun } = await addSlowTable();
  const run = await world.request(table.id, "person");
  const first = await addWorker("one");
  await begun;
  lake.reading = async () => {};
  const started = performance.now();
  await first.stop(3000);
  // No measure of speed: a worker that waits for the reading never comes here.
  expect(performance.now() - started).toBeLessThan(10_000);
  expect((await world.run(run.id)).state).toBe("queued");
  await addWorker("two");
  await vi.waitFor(async () => expect(await world.run(run.id)).toMatchObject({ state: "succeeded", workerId: "two" }), {
    timeout: WAIT_MS,
  });
});

test("the run of a killed worker is taken over and stored once", async () => {
  const table = await world.addTable({ location: "/lake/killed", source: "file" });
  const run = await world.request(table.id, "person");
  const program = fileURLToPath(new URL("./testing/hanging-worker.ts", import.meta.url));
  const killed = spawn(process.execPath, [program, world.database.url, "/lake/killed"], { stdio: ["ignore", "pipe", "inherit"] });
  await once(killed.stdout, "data");
  expect(await world.run(run.id)).toMatchObject({ state: "running", workerId: "the killed" });
  killed.kill("SIGKILL");
  await addWorker("the heir");
  await vi.waitFor(async () => expect(await world.run(run.id)).toMatchObject({ state: "succeeded", workerId: "the heir", attempt: 2 }), {
    timeout: WAIT_MS,
    interval: 200,
  });
  const { rows } = await world.database.db.execute("select count(*)::int as facts from snapshot_facts");
  expect(rows).toEqual([{ facts: 1 }]);
});
