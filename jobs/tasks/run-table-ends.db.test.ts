import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { cancelRun, releaseRun, startRun } from "#db/queries/run-states.ts";
import { listRunLogs } from "#db/queries/runs.ts";
import { withTableLock } from "#db/queries/table-lock.ts";
import { setTablePaused, type TableWithKeys } from "#db/queries/tables.ts";
import { applyTableDefinitions } from "#db/queries/table-definitions.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { AppError } from "#lib/errors.ts";

let world: TaskWorld;
let told = 0;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());
beforeEach(async () => {
  told = 0;
  world.lake.readings.length = 0;
  await world.takeSent();
});

describe("a run that ends early", () => {
  test.each(["table_unreadable", "too_slow", "out_of_memory"] as const)("on %s says so and is not tried again", async (code) => {
    const table = await world.addTable();
    world.lakeTable(table).reading = async () => await Promise.reject(new AppError(code, "The manifest m0.avro is gone."));
    const run = await world.request(table.id, "schedule");
    await world.takeSent();
    expect(await runTable(world.deps, { runId: run.id })).toBe("failed");
    expect(await world.run(run.id)).toMatchObject({ state: "failed", errorCode: code, errorMessage: "The manifest m0.avro is gone." });
    expect((await listRunLogs(world.database.db, run.id)).at(-1)).toMatchObject({
      level: "error",
      message: "The manifest m0.avro is gone.",
    });
    expect(await world.takeSent()).toEqual([]);
    expect(await runTable(world.deps, { runId: run.id })).toBe("over");
  });

  test("on a crashed reader is tried once more, later", async () => {
    const table = await world.addTable();
    world.lakeTable(table).reading = async () =>
      await Promise.reject(new AppError("reader_crashed", "The reader process was ended by SIGSEGV."));
    const run = await world.request(table.id, "schedule");
    await world.takeSent();
    expect(await runTable(world.deps, { runId: run.id })).toBe("retried");
    expect(await world.run(run.id)).toMatchObject({ state: "queued", errorCode: "reader_crashed" });
    expect(await world.takeSent()).toEqual([{ name: "run-table", data: { runId: run.id }, afterSeconds: 5 }]);
    expect(await runTable(world.deps, { runId: run.id })).toBe("failed");
    expect(await world.run(run.id)).toMatchObject({ state: "failed", attempt: 2 });
  });

  test("on an unknown error keeps its message", async () => {
    const table = await world.addTable();
    world.lakeTable(table).reading = async () => await Promise.reject(new TypeError("x is not a function"));
    const run = await world.request(table.id, "person");
    expect(await runTable(world.deps, { runId: run.id })).toBe("failed");
    expect(await world.run(run.id)).toMatchObject({ errorCode: "internal", errorMessage: expect.stringMatching(/x is not a function/) });
  });

  test("because its plan is dearer than the table's budget reads no data", async () => {
    const table = await world.addTable({ budgets: { history: { snapshots: 0, seconds: 0 }, run: { bytes: 1000, seconds: null } } });
    const run = await world.request(table.id, "person");
    world.lakeTable(table).reading = async (_, signal) => await untilAborted(signal);
    expect(await runTable(world.deps, { runId: run.id })).toBe("failed");
    expect(await world.run(run.id)).toMatchObject({
      errorCode: "too_expensive",
      errorMessage: expect.stringMatching(/budgets\.run\.bytes/),
    });
  });

  test("because its keys together are dearer than the table's budget stores nothing of any", async () => {
    const keys = ["id", "line"].map((name) => ({ name, columns: [name], promise: "unique" as const, keep: "last" as const }));
    const budgets = { history: { snapshots: 0, seconds: 0 }, run: { bytes: 1000, seconds: null } };
    const table = await world.addTable({ keys, budgets });
    world.lakeTable(table).finds = { plan: { bytesPlanned: 600 }, cost: { bytesPlanned: 600, milliseconds: 1 } };
    const run = await world.request(table.id, "person");
    expect(await runTable(world.deps, { runId: run.id })).toBe("failed");
    expect((await world.run(run.id)).errorCode).toBe("too_expensive");
    expect(await world.count("snapshot_facts", table.id)).toBe(0);
  });

  test("because it was cancelled ends the reading within seconds and stores nothing", async () => {
    const table = await world.addTable();
    const run = await world.request(table.id, "person");
    world.lakeTable(table).reading = async (_, signal) => {
      await cancelRun(world.database.db, run.id);
      await untilAborted(signal);
    };
    expect(await runTable(world.deps, { runId: run.id })).toBe("over");
    expect([told, (await world.run(run.id)).state]).toEqual([1, "cancelled"]);
    expect(await world.count("snapshot_facts", table.id)).toBe(0);
  });

  test("because its worker stops goes on with the next", async () => {
    const table = await world.addTable();
    const run = await world.request(table.id, "person");
    const stopping = new AbortController();
    world.lakeTable(table).reading = async (_, signal) => {
      stopping.abort();
      await untilAborted(signal);
    };
    await expect(runTable({ ...world.deps, stopping: stopping.signal }, { runId: run.id })).rejects.toThrow(/worker was stopped/);
    expect(await world.run(run.id)).toMatchObject({ state: "queued", attempt: 1, released: 1 });
    world.lakeTable(table).reading = async () => {};
    expect(await runTable(world.deps, { runId: run.id })).toBe("succeeded");
  });

  test.each([
    ["paused", async (table: TableWithKeys) => await setTablePaused(world.database.db, table.id, true), /is paused/],
    [
      "no longer configured",
      async () => void (await applyTableDefinitions(world.database.db, [], "settings")),
      /taken out of the configuration/,
    ],
  ])("because its table is %s was not needed", async (_, change, why) => {
    const table = await world.addTable();
    const run = await world.request(table.id, "schedule");
    await change(table);
    expect(await runTable(world.deps, { runId: run.id })).toBe("skipped");
    expect(await world.run(run.id)).toMatchObject({ state: "skipped", errorMessage: expect.stringMatching(why) });
    expect(world.lake.readings).toEqual([]);
  });
});

describe("runs of one table", () => {
  test("wait for each other, and none is lost", async () => {
    const table = await world.addTable();
    const run = await world.request(table.id, "person");
    await world.takeSent();
    await withTableLock(world.database, { tableId: table.id, workerId: "another" }, async () => {
      expect(await runTable(world.deps, { runId: run.id })).toBe("busy");
    });
    expect((await world.run(run.id)).state).toBe("queued");
    expect(await world.takeSent()).toEqual([{ name: "run-table", data: { runId: run.id }, afterSeconds: 2 }]);
    expect(await runTable(world.deps, { runId: run.id })).toBe("succeeded");
  });

  test("are taken over from a worker that died, whose late words are not stored", async () => {
    const table = await world.addTable();
    const run = await world.request(table.id, "person");
    await startRun(world.database.db, { runId: run.id, workerId: "worker 0" });
    expect(await runTable(world.deps, { runId: run.id })).toBe("succeeded");
    expect(await world.run(run.id)).toMatchObject({ attempt: 2, workerId: "worker 1" });
    expect((await listRunLogs(world.database.db, run.id))[0]?.message).toMatch(/worker 0 was lost/);
  });

  test("are not given up because workers stopped, however often", async () => {
    const table = await world.addTable();
    const run = await world.request(table.id, "person");
    for (let attempt = 0; attempt < 10; attempt++) {
      const started = await startRun(world.database.db, { runId: run.id, workerId: "worker 0" });
      if (started.started) await releaseRun(world.database.db, started.claim, "The worker was stopped.");
    }
    world.lakeTable(table).reading = async () => await Promise.reject(new AppError("reader_crashed", "The reader crashed."));
    expect(await runTable(world.deps, { runId: run.id })).toBe("retried");
    world.lakeTable(table).reading = async () => {};
    expect(await runTable(world.deps, { runId: run.id })).toBe("succeeded");
  });

  test("whose workers died too often are given up", async () => {
    const table = await world.addTable();
    const run = await world.request(table.id, "person");
    for (let attempt = 0; attempt < 6; attempt++) await startRun(world.database.db, { runId: run.id, workerId: "worker 0" });
    expect(await runTable(world.deps, { runId: run.id })).toBe("failed");
    expect((await world.run(run.id)).errorMessage).toMatch(/its workers died/);
    expect(world.lake.readings).toEqual([]);
  });

  test("stop when the connection that holds the lock breaks", async () => {
    const table = await world.addTable();
    const run = await world.request(table.id, "person");
    world.lakeTable(table).reading = async (_, signal) => {
      await world.database.db.execute(
        // The server is shared with the databases of other tests.
        "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid() and database = (select oid from pg_database where datname = current_database())",
      );
      await untilAborted(signal);
    };
    await expect(runTable(world.deps, { runId: run.id })).rejects.toThrow(/broke/);
    expect((await world.run(run.id)).state).toBe("queued");
    world.lakeTable(table).reading = async () => {};
    expect(await runTable(world.deps, { runId: run.id })).toBe("succeeded");
  });
});

/** As a reading that ends when it is told to; `told` counts those that were. */
async function untilAborted(signal: AbortSignal | undefined): Promise<void> {
  await vi.waitFor(() => expect(signal?.aborted).toBe(true), { timeout: 30_000 });
  told++;
  throw new AppError("cancelled", "The reading was cancelled before it was done.");
}
