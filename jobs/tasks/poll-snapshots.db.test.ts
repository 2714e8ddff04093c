import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listRuns } from "#db/queries/runs.ts";
import { getTable, type TableWithKeys } from "#db/queries/tables.ts";
import { emptyPollMemory, pollSnapshots, type PollMemory } from "#jobs/tasks/poll-snapshots.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";

let world: TaskWorld;
let memory: PollMemory;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());
beforeEach(() => {
  memory = emptyPollMemory();
  world.lake.readings.length = 0;
  world.lake.listings = 0;
});

const POLLED = { schedule: { by: "snapshot", pollSeconds: 60, observeEverySeconds: 3600 } } as const;

/** A table that was read once, and that the poller has looked at since. */
async function knownTable(changes: Parameters<TaskWorld["addTable"]>[0] = {}): Promise<TableWithKeys> {
  const table = await world.addTable({ ...POLLED, ...changes });
  await runTable(world.deps, { runId: (await world.request(table.id, "schedule")).id });
  await poll(table);
  world.lake.readings.length = 0;
  world.lake.listings = 0;
  return table;
}

/** A look one poll later. */
async function poll(table: TableWithKeys, seconds = 60): Promise<number> {
  world.clock.now = new Date(world.clock.now.getTime() + seconds * 1000);
  return await pollSnapshots(world.deps, [await getTable(world.database.db, table.id)], memory);
}

const commit = (table: TableWithKeys): void => void world.lake.commit(table.definition.location);
const asked = async (table: TableWithKeys): Promise<string[]> =>
  (await listRuns(world.database.db, { tableId: table.id, states: ["queued"] })).map(({ reason }) => reason);

test("a table at rest is looked at, and neither listed nor read", async () => {
  const table = await knownTable();
  expect([await poll(table), await poll(table)]).toEqual([0, 0]);
  expect([world.lake.readings.length, world.lake.listings, await asked(table)]).toEqual([0, 0, []]);
});

test("a commit makes one run, however many came and however often it is looked", async () => {
  const table = await knownTable();
  commit(table);
  commit(table);
  expect([await poll(table), await poll(table)]).toEqual([1, 0]);
  expect(await asked(table)).toEqual(["snapshot"]);
});

test("nothing is looked at before its time, and a clock that was set back holds up nothing", async () => {
  const table = await knownTable();
  commit(table);
  expect(await poll(table, 56)).toBe(0);
  expect(await poll(table, -30 * 86_400)).toBe(1);
});

test("a poller without memory asks for nothing that is known", async () => {
  const table = await knownTable();
  memory = emptyPollMemory();
  expect(await poll(table)).toBe(0);
});

test("a commit while a run reads makes another run; one that the run saw already reads no data", async () => {
  const table = await knownTable();
  commit(table);
  await poll(table);
  const [run] = await listRuns(world.database.db, { tableId: table.id, states: ["queued"] });
  const lake = world.lake.tables.get(table.definition.location);
  if (!lake || !run) throw new Error("no table or run");
  lake.reading = async () => {
    lake.reading = async () => {};
    commit(table);
    await poll(table);
  };
  expect(await runTable(world.deps, { runId: run.id })).toBe("succeeded");
  expect(await asked(table)).toEqual(["snapshot"]);
  const [again] = await listRuns(world.database.db, { tableId: table.id, states: ["queued"] });
  expect(await runTable(world.deps, { runId: again?.id ?? "" })).toBe("succeeded");
  expect(world.lake.readings).toHaveLength(2);
});

test("a table that breaks makes one run, so that its fault is known, and one that comes back another", async () => {
  const table = await knownTable();
  const { location } = table.definition;
  const lake = world.lake.tables.get(location);
  world.lake.tables.delete(location);
  expect([await poll(table), await poll(table)]).toEqual([1, 0]);
  const [run] = await listRuns(world.database.db, { tableId: table.id, states: ["queued"] });
  expect(await runTable(world.deps, { runId: run?.id ?? "" })).toBe("failed");
  memory = emptyPollMemory();
  expect(await poll(table)).toBe(0);
  if (lake) world.lake.tables.set(location, lake);
  commit(table);
  expect(await poll(table)).toBe(1);
});

test("a table that can only be listed is listed at each poll", async () => {
  const table = await knownTable();
  const remote = { ...world.deps, peekTable: async () => await Promise.resolve({ state: "remote" as const }) };
  const pollRemote = async (): Promise<number> => {
    world.clock.now = new Date(world.clock.now.getTime() + 60_000);
    return await pollSnapshots(remote, [table], memory);
  };
  expect([await pollRemote(), await pollRemote()]).toEqual([0, 0]);
  commit(table);
  expect([await pollRemote(), await pollRemote()]).toEqual([1, 0]);
  expect(world.lake.listings).toBe(4);
});

test.each<[string, Parameters<TaskWorld["addTable"]>[0]]>([
  ["paused", { paused: true }],
  ["a sample", { source: "sample" }],
  ["run by a schedule alone", { schedule: { by: "interval", everySeconds: 3600 } }],
])("a table that is %s is not looked at", async (_, changes) => {
  const table = await world.addTable({ ...POLLED, ...changes });
  await runTable(world.deps, { runId: (await world.request(table.id, "person")).id });
  commit(table);
  expect(await poll(table)).toBe(0);
});

test.each([1, 3])("no more tables are looked at at once than the configuration says: %d", async (pollersMax) => {
  const tables = await Promise.all(Array.from({ length: 6 }, async () => await world.addTable({ ...POLLED, commits: 1 })));
  let [looking, most] = [0, 0];
  const peekTable: typeof world.deps.peekTable = async (...asked) => {
    looking++;
    most = Math.max(most, looking);
    await new Promise((resolve) => setTimeout(resolve, 10));
    looking--;
    return await world.lake.peekTable(...asked);
  };
  await pollSnapshots({ ...world.deps, peekTable, settings: () => ({ ...world.deps.settings(), pollersMax }) }, tables, memory);
  expect(most).toBe(pollersMax);
});

test("a table that was never read is the schedule's", async () => {
  const table = await world.addTable(POLLED);
  expect(await poll(table)).toBe(0);
});

test("a catalog that does not answer is told once for all of its tables, and asks for no run", async () => {
  const tables = [await knownTable(), await knownTable()];
  const told: unknown[][] = [];
  const error = { code: "catalog_unreachable", message: "The catalog lake did not answer." };
  const ill = {
    ...world.deps,
    log: Object.assign(Object.create(world.deps.log) as typeof world.deps.log, { warn: (...line: unknown[]) => void told.push(line) }),
    peekTable: async () => await Promise.resolve({ state: "unseen" as const, error, ofCatalog: true, retryAfterMs: null }),
  };
  world.clock.now = new Date(world.clock.now.getTime() + 60_000);
  expect(await pollSnapshots(ill, tables, memory)).toBe(0);
  expect(told).toEqual([
    [{ tables: 2 }, expect.stringMatching(/^Cannot check 2 tables for new snapshots: The catalog lake did not answer\./)],
  ]);
  for (const table of tables) {
    commit(table);
    expect(await poll(table)).toBe(1);
  }
});
