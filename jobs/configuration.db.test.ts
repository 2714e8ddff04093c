import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findServiceState } from "#db/queries/service-states.ts";
import { listRuns } from "#db/queries/runs.ts";
import { listTables } from "#db/queries/tables.ts";
import { someDefinition } from "#db/testing/factories.ts";
import { ensureTables, setSamples, type ConfigurationDeps } from "#jobs/configuration.ts";
import { markConfiguration, watchConfiguration } from "#jobs/config-watch.ts";
import { alignSchedules, requestDueRuns } from "#jobs/schedule.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { readConfigFile } from "#lib/config/read-config-file.ts";

let world: TaskWorld;
let folder = "";
let deps: ConfigurationDeps;
beforeEach(async () => {
  world = await createTaskWorld();
  folder = await mkdtemp(join(tmpdir(), "bergwatch-configuration-"));
  const listSampleTables = async () => await Promise.resolve([someDefinition({ name: "sample.orders" })]);
  deps = {
    ...world.deps,
    file: join(folder, "bergwatch.yaml"),
    readFile: readConfigFile,
    listSampleTables,
    machine: { host: "127.0.0.1", dataDir: folder },
  };
});
afterEach(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const write = async (...names: string[]): Promise<void> =>
  await writeFile(
    deps.file,
    `tables:\n${names.map((name) => `  - { name: ${name}, location: /lake/${name}, key: id }`).join("\n")}\nservice: { overdue_factor: 3 }\n`,
  );
const watched = async (): Promise<string[]> => (await listTables(world.database.db)).map(({ name }) => name);
const state = async () => await findServiceState(world.database.db, "configuration");

describe("without a file", () => {
  test("the sample tables are watched, and due at once", async () => {
    await ensureTables(deps);
    expect(await listTables(world.database.db)).toMatchObject([
      { name: "sample.orders", source: "sample", sampleClock: true, nextObservationDueAt: world.clock.now },
    ]);
    expect(await state()).toMatchObject({ state: "absent", faults: [] });
  });

  test("sample tables that were dismissed stay away until they are asked for", async () => {
    await ensureTables(deps);
    expect(await setSamples(deps, { shown: false, by: null })).toBe(1);
    await ensureTables(deps);
    expect(await watched()).toEqual([]);
    await setSamples(deps, { shown: true, by: null });
    expect(await watched()).toEqual(["sample.orders"]);
  });

  test("what the file named before is watched on", async () => {
    await write("orders");
    await ensureTables(deps);
    await rm(deps.file);
    expect(await ensureTables(deps)).toMatchObject({ overdueFactor: 3 });
    expect(await watched()).toEqual(["orders"]);
    expect(await state()).toMatchObject({ state: "absent", message: expect.stringMatching(/its table is still watched/) });
  });
});

describe("a file", () => {
  test("that two workers apply at once, while a third watches, makes each table due once", async () => {
    // A watcher that found a table without it would plan its own.
    await world.database.db.execute("alter table tables alter next_observation_due_at set not null");
    const names = ["a", "b", "c", "d"];
    for (const name of names) world.lake.add(`/lake/${name}`);
    const apply = async (...files: string[]): Promise<void> => {
      await write(...files);
      let applied = false;
      const workers = [0, 1].map(async (seconds) => {
        await ensureTables({ ...deps, now: () => new Date(world.clock.now.getTime() + seconds * 1000) });
      });
      const watching = (async () => {
        while (!applied) await watchOnce({ ...world.deps, now: () => new Date(world.clock.now.getTime() + 2000) });
      })();
      await Promise.all(workers).finally(() => (applied = true));
      await watching;
    };
    await apply(...names.slice(0, 2));
    await apply(...names);
    const later = { ...world.deps, now: () => new Date(world.clock.now.getTime() + 3000) };
    await watchOnce(later);
    expect((await listTables(world.database.db)).map(({ name }) => name)).toEqual(names);
    for (const { id, name } of await listTables(world.database.db))
      expect([name, (await listRuns(world.database.db, { tableId: id, reasons: ["schedule"] })).length]).toEqual([name, 1]);
  });

  test.each([[[]], [["orders", "customers"]]])("with the tables %j leaves the sample tables until they are dismissed", async (names) => {
    await ensureTables(deps);
    await (names.length === 0 ? writeFile(deps.file, "tables: []\nservice: { overdue_factor: 3 }\n") : write(...names));
    expect(await ensureTables(deps)).toMatchObject({ overdueFactor: 3 });
    expect(await watched()).toEqual([...names.toSorted(), "sample.orders"]);
    await setSamples(deps, { shown: false, by: null });
    await ensureTables(deps);
    expect(await watched()).toEqual(names.toSorted());
    expect(await state()).toMatchObject({ state: "applied", service: { overdueFactor: 3 } });
  });

  test("that names tables on the first start is watched without samples, which come on request", async () => {
    await write("orders");
    await ensureTables(deps);
    await rm(deps.file);
    await ensureTables(deps);
    expect(await watched()).toEqual(["orders"]);
    await setSamples(deps, { shown: true, by: null });
    await ensureTables(deps);
    expect(await watched()).toEqual(["orders", "sample.orders"]);
  });

  test("does not bring back the samples that an earlier version took away", async () => {
    const { db } = world.database;
    await ensureTables(deps);
    await setSamples(deps, { shown: false, by: null });
    // As that version left it, whatever the person had asked for before the file was there.
    await db.execute("delete from service_states where name = 'sample_tables'");
    await db.execute(`insert into service_states (name, value) values ('samples', '{"removed": false}')`);
    await rm(deps.file, { force: true });
    await ensureTables(deps);
    expect(await watched()).toEqual([]);
  });

  test("that no longer names a table archives it, and makes it due when it is named again", async () => {
    await write("orders", "customers");
    await ensureTables(deps);
    await write("customers");
    await ensureTables(deps);
    expect(await watched()).toEqual(["customers"]);
    world.clock.now = new Date("2026-03-02T00:00:00Z");
    await write("orders", "customers");
    await ensureTables(deps);
    expect(
      (await listTables(world.database.db)).map(({ name, nextObservationDueAt }) => [name, nextObservationDueAt?.getUTCDate()]),
    ).toEqual([
      ["customers", 1],
      ["orders", 2],
    ]);
  });

  test.each<[string, () => Promise<void>, RegExp]>([
    [
      "with a fault",
      async () => await writeFile(deps.file, "tables:\n  - { name: orders, location: /lake/orders, key: id, keyy: id }\n"),
      /keyy/,
    ],
    ["that is empty", async () => await writeFile(deps.file, ""), /file is empty/],
  ])("%s changes nothing and is told", async (_, change, fault) => {
    await write("orders");
    await ensureTables(deps);
    await change();
    expect(await ensureTables(deps)).toMatchObject({ overdueFactor: 3 });
    expect(await watched()).toEqual(["orders"]);
    expect(await state()).toMatchObject({
      state: "faulty",
      faults: [{ message: expect.stringMatching(fault) }],
      service: { overdueFactor: 3 },
    });
  });

  test("is applied when it changes, without a restart", async () => {
    const ending = new AbortController();
    const told: number[] = [];
    const onSettings = ({ overdueFactor }: { overdueFactor: number }): void => void told.push(overdueFactor);
    const watching = watchConfiguration(deps, {
      signal: ending.signal,
      onSettings,
      applied: await markConfiguration(deps),
      everyMs: 20,
    });
    await write("orders");
    await vi.waitFor(async () => expect(await watched()).toEqual(["orders"]), { timeout: 10_000 });
    await writeFile(deps.file, "tables: [");
    await vi.waitFor(async () => expect((await state())?.state).toBe("faulty"), { timeout: 10_000 });
    await write("orders", "customers");
    await vi.waitFor(async () => expect(await watched()).toEqual(["customers", "orders"]), { timeout: 10_000 });
    ending.abort();
    await watching;
    expect(told.length).toBeGreaterThanOrEqual(3);
  });
});

/** As the watcher does in one of its rounds, and a worker that has nothing else to do. */
async function watchOnce(taskDeps: TaskWorld["deps"]): Promise<void> {
  await alignSchedules(taskDeps);
  await requestDueRuns(taskDeps, new Map());
  for (const { id } of await listRuns(world.database.db, { states: ["queued"] })) await runTable(taskDeps, { runId: id });
}

test("who is told is stored for the pages, holds without a restart, and a state of an earlier version tells nobody", async () => {
  const told = (names: string) =>
    `tables: []\nnotifications: { channels: [${names
      .split(" ")
      .map((name) => `{ name: ${name}, slack_webhook: { url: { env: HOOK } } }`)
      .join(", ")}] }\n`;
  await writeFile(deps.file, told("one"));
  expect((await ensureTables(deps)).notifications.channels).toMatchObject([{ name: "one", url: { from: "environment", name: "HOOK" } }]);
  expect((await state())?.service?.notifications.channels).toMatchObject([{ name: "one" }]);
  const stopping = new AbortController();
  const seen: string[][] = [];
  const watching = watchConfiguration(deps, {
    signal: stopping.signal,
    applied: await markConfiguration(deps),
    everyMs: 20,
    onSettings: ({ notifications }) => seen.push(notifications.channels.map(({ name }) => name)),
  });
  await writeFile(deps.file, told("one two"));
  await vi.waitFor(() => expect(seen).toEqual([["one", "two"]]));
  stopping.abort();
  await watching;
  await world.database.db.execute(`update service_states set value = value #- '{service,notifications}' where name = 'configuration'`);
  await rm(deps.file);
  expect((await ensureTables(deps)).notifications).toEqual({ channels: [], routes: [], digest: null });
});
