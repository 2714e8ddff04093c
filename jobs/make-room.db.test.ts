import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDatabase } from "#db/client.ts";
import { openQueue } from "#db/queue.ts";
import { setNextObservationDue, type TableWithKeys } from "#db/queries/tables.ts";
import { noDelivery } from "#jobs/testing/fake-delivery.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { startWorker } from "#jobs/worker.ts";
import { AppError } from "#lib/errors.ts";

const WAIT_MS = 60_000;
vi.setConfig({ testTimeout: 120_000 });

let world: TaskWorld;
let end = async (): Promise<void> => {};
beforeEach(async () => {
  world = await createTaskWorld();
  world.clock.now = new Date();
});
afterEach(async () => {
  await end();
  await world.close();
});

async function startReaders(readersMax: number): Promise<void> {
  const database = openDatabase({ url: world.database.url, connectionsMax: 4 });
  const worker = await startWorker({
    deps: { database, ...world.lake.engine, delivery: noDelivery, now: () => new Date(), log: pino({ level: "silent" }), workerId: "one" },
    queue: await openQueue({ url: world.database.url, role: "worker", onError: () => {} }),
    configuration: {
      file: "/no/such/bergwatch.yaml",
      readFile: async () => await Promise.resolve(null),
      listSampleTables: async () => await Promise.resolve([]),
      machine: { host: "127.0.0.1", dataDir: "/no/such/folder" },
    },
    readersMax,
  });
  end = async () => {
    await worker.stop(2000);
    await database.close();
  };
}

/** A table that was read before, and of which readings of old snapshots end only when they are told to; they are counted in `begun`. */
async function addTableWithLongHistory(): Promise<{ table: TableWithKeys; begun: () => number }> {
  const table = await world.addTable({ commits: 2 });
  // Not due: only what the test asks for is read.
  await setNextObservationDue(world.database.db, table.id, new Date(Date.now() + 1_800_000));
  let begun = 0;
  world.lakeTable(table).reading = async ({ snapshot }, signal) => {
    if (snapshot.by !== "id") return;
    begun++;
    await new Promise((resolve) => signal?.addEventListener("abort", resolve));
    throw new AppError("cancelled", "The reading was cancelled before it was done.");
  };
  return { table, begun: () => begun };
}

const requestHistory = async ({ id }: TableWithKeys) => await world.request(id, "history", { askedSnapshotId: "9000000000000000000" });
const until = async (done: () => Promise<void> | void): Promise<void> => await vi.waitFor(done, { timeout: WAIT_MS, interval: 100 });

test.each(["the same table", "another table"])(
  "the only reader ends a history reading for a person's wish on %s, and takes it up afterwards",
  async (whose) => {
    const { table, begun } = await addTableWithLongHistory();
    const history = await requestHistory(table);
    await startReaders(1);
    await until(() => expect(begun()).toBe(1));
    const wanted = whose === "the same table" ? table : await world.addTable();
    const person = await world.request(wanted.id, "person");
    await until(async () => expect((await world.run(person.id)).state).toBe("succeeded"));
    // Its attempts do not count, and it goes on by itself.
    await until(() => expect(begun()).toBe(2));
    expect(await world.run(history.id)).toMatchObject({ state: "running", attempt: 2, released: 1 });
  },
);

test("of two readers history never takes the last, and a wish that finds one free ends nothing", async () => {
  const [one, two] = [await addTableWithLongHistory(), await addTableWithLongHistory()];
  for (const { table } of [one, two]) await requestHistory(table);
  await startReaders(2);
  await until(() => expect(one.begun() + two.begun()).toBe(1));
  const other = await world.addTable();
  const runs = [await world.request(other.id, "schedule")];
  await until(async () => expect((await world.run(runs[0]?.id ?? "")).state).toBe("succeeded"));
  runs.push(await world.request(other.id, "person"));
  await until(async () => expect((await world.run(runs[1]?.id ?? "")).state).toBe("succeeded"));
  await new Promise((resolve) => setTimeout(resolve, 3000));
  expect(one.begun() + two.begun()).toBe(1);
});
