import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listRuns } from "#db/queries/runs.ts";
import { listTables } from "#db/queries/tables.ts";
import { listWorkers } from "#db/queries/workers.ts";
import { openProxy } from "#db/testing/cuttable-proxy.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { allVariables, env } from "#lib/env.ts";
import { TEST_TABLES_ROOT, testTableLocation } from "#lib/testing/test-tables.ts";

vi.setConfig({ testTimeout: 180_000 });

let database: TestDatabase;
let folder = "";
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "bergwatch worker-"));
  const location = (table: string) => join(TEST_TABLES_ROOT, testTableLocation(table));
  await writeFile(
    join(folder, "bergwatch.yaml"),
    `tables:
  - { name: appended, location: "${location("append_v2")}", relocated: true, key: order_id }
  - { name: gone, location: "${location("no_such_table")}", key: order_id }
service:
  retention: { facts: forever }
`,
  );
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

interface WorkerProcess {
  child: ChildProcess;
  ready: Promise<unknown>;
  log: () => string;
}

/** The worker as `npm start` starts it. */
function startWorkerProcess(more: Record<string, string> = {}): WorkerProcess {
  const variables = {
    ...allVariables(),
    DATABASE_URL: database.url,
    BERGWATCH_DATA_DIR: folder,
    BERGWATCH_EXTENSION_DIR: env().extensionDir,
    BERGWATCH_CONFIG: join(folder, "bergwatch.yaml"),
    ...more,
  };
  const child = fork(new URL("./main.ts", import.meta.url), [], {
    env: variables,
    execArgv: [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let log = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (log += text));
  const ready = new Promise<unknown>((resolve) => {
    // Signs of life come as well.
    child.on("message", (message: { type?: unknown }) => {
      if (message.type === "ready") resolve(message);
    });
  });
  return { child, ready, log: () => log };
}

const ended = async ({ child }: WorkerProcess): Promise<unknown> =>
  child.exitCode === null ? (await once(child, "exit"))[0] : child.exitCode;

test("the worker reads real tables with their history, says what it cannot read, and ends when it is asked to", async () => {
  const worker = startWorkerProcess();
  expect(await worker.ready).toEqual({ type: "ready" });
  // An older snapshot is read by a run for history or by the search for the first bad commit, whichever comes first; the other is skipped.
  const readSnapshots = "select count(distinct snapshot_id)::int as n from snapshot_facts";
  await vi.waitFor(
    async () => {
      expect((await database.db.execute(readSnapshots)).rows).toEqual([{ n: 3 }]);
      expect(await listRuns(database.db, { states: ["queued", "running"] })).toEqual([]);
    },
    { timeout: 170_000, interval: 200 },
  );
  const runs = (await listRuns(database.db)).map(({ reason, state, errorCode }) => `${reason} ${state} ${errorCode}`);
  const ofHistory = runs.filter((run) => run.startsWith("history"));
  expect(runs.filter((run) => !ofHistory.includes(run)).toSorted()).toEqual(["schedule failed table_not_found", "schedule succeeded null"]);
  expect(ofHistory.filter((run) => !/^history (succeeded|skipped) null$/.test(run))).toEqual([]);
  expect((await listTables(database.db)).map(({ name, lastTrustLevel }) => [name, lastTrustLevel])).toEqual([
    ["appended", "exact"],
    ["gone", null],
  ]);
  expect(await listWorkers(database.db)).toMatchObject([{ processId: worker.child.pid, fault: null }]);
  worker.child.kill("SIGTERM");
  expect(await ended(worker)).toBe(0);
  expect(await listWorkers(database.db)).toEqual([]);
});

test("the worker ends with the process that started it", async () => {
  const worker = startWorkerProcess();
  await worker.ready;
  worker.child.disconnect();
  expect(await ended(worker)).toBe(0);
});

test("a worker that meets a dying Postgres while it starts waits until it is back", async () => {
  const proxy = await openProxy(database.url);
  const session = await database.openSession();
  try {
    // Held, so that the start stands still in its middle.
    await session.db.execute("select pg_advisory_lock(hashtextextended('bergwatch migrations', 0))");
    const worker = startWorkerProcess({ DATABASE_URL: proxy.url });
    const waiting =
      "select from pg_locks join pg_database d on d.oid = database where locktype = 'advisory' and not granted and datname = current_database()";
    await vi.waitFor(async () => expect((await database.db.execute(waiting)).rows).toHaveLength(1), { timeout: 60_000 });
    proxy.refuse(true);
    proxy.cut();
    await vi.waitFor(() => expect(worker.log()).toMatch(/Postgres became unavailable while the worker started/), { timeout: 60_000 });
    proxy.refuse(false);
    await session.end();
    expect(await worker.ready).toEqual({ type: "ready" });
    worker.child.kill("SIGTERM");
    expect(await ended(worker)).toBe(0);
  } finally {
    await session.end().catch(() => {});
    await proxy.close();
  }
});

test("a faulty environment is a sentence and an exit code", async () => {
  const worker = startWorkerProcess({ DATABASE_URL: "mysql://x" });
  expect(await ended(worker)).toBe(2);
  expect(worker.log()).toMatch(/DATABASE_URL: it is not a Postgres address/);
});
