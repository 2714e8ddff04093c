import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listRuns } from "#db/queries/runs.ts";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { cancelRun } from "#db/queries/run-states.ts";
import { continueHistory, type HistoryStep } from "#jobs/run/continue-history.ts";
import { someDefinition } from "#db/testing/factories.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { AppError } from "#lib/errors.ts";

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());

/** A table whose current snapshot was read. */
async function readTable(changes: Parameters<TaskWorld["addTable"]>[0], deps = world.deps): Promise<TableWithKeys> {
  const table = await world.addTable(changes);
  await runTable(deps, { runId: (await world.request(table.id, "schedule")).id });
  return table;
}

/** Fills the history step by step; the numbers of the commits that were asked for, from 0, and how it ended. */
async function fill({ id }: TableWithKeys, deps = world.deps): Promise<{ asked: number[]; end: HistoryStep }> {
  for (let step = await findStep(id); step !== undefined; step = await findStep(id)) await runTable(deps, { runId: step.id });
  const runs = await listRuns(world.database.db, { tableId: id, reasons: ["history"] });
  return { asked: runs.toReversed().map(({ askedSnapshotId }) => commitOf(askedSnapshotId)), end: await askNext(id, deps) };
}

const findStep = async (tableId: string) =>
  (await listRuns(world.database.db, { tableId, reasons: ["history"], states: ["queued"] })).at(0);
const commitOf = (snapshotId: string | null): number => Number(BigInt(snapshotId ?? 0) - 9_000_000_000_000_000_000n);
const askNext = async (tableId: string, deps = world.deps): Promise<HistoryStep> =>
  await world.database.db.transaction(async (tx) => await continueHistory(deps, tableId, tx));

test.each<[string, number, number[]]>([
  ["one snapshot has no history", 1, []],
  ["of two, the older", 2, [0]],
  ["the end, the middle, the quarters, the eighths, the later ones first", 9, [0, 4, 6, 2, 7, 5, 3, 1]],
])("history is filled coarse to fine: %s", async (_, commits, order) => {
  expect(await fill(await readTable({ commits }))).toEqual({ asked: order, end: "done" });
});

test("no more snapshots are read than the budget allows, and the coarse ones are", async () => {
  const budgets = { history: { snapshots: 3, seconds: 1800 }, run: { bytes: null, seconds: null } };
  expect(await fill(await readTable({ commits: 9, budgets }))).toEqual({ asked: [0, 4, 6], end: "budget spent" });
});

test("no more time is spent than the budget allows", async () => {
  const budgets = { history: { snapshots: 200, seconds: 1 }, run: { bytes: null, seconds: null } };
  const table = await world.addTable({ commits: 9, budgets });
  const lake = world.lake.tables.get(table.definition.location);
  if (lake) lake.finds = { cost: { bytesPlanned: 1, milliseconds: 600 } };
  await runTable(world.deps, { runId: (await world.request(table.id, "schedule")).id });
  expect(await fill(table)).toEqual({ asked: [0, 4], end: "budget spent" });
});

test("a step may take no longer than what is left of the budget", async () => {
  const budgets = { history: { snapshots: 200, seconds: 10 }, run: { bytes: null, seconds: 3600 } };
  const table = await world.addTable({ commits: 9, budgets });
  world.lakeTable(table).finds = { cost: { bytesPlanned: 1, milliseconds: 4000 } };
  const limits: (number | undefined)[] = [];
  const gatherFacts: typeof world.deps.gatherFacts = async (request, options) => {
    limits.push(options?.durationMsMax);
    return await world.lake.gatherFacts(request, options);
  };
  const deps = { ...world.deps, gatherFacts };
  await runTable(deps, { runId: (await world.request(table.id, "schedule")).id });
  expect(await fill(table, deps)).toMatchObject({ asked: [0, 4, 6], end: "budget spent" });
  expect(limits).toEqual([3_600_000, 10_000, 6000, 2000]);
});

test("snapshots older than facts are kept are left out", async () => {
  // Commits are a minute apart, the first at midnight: the last four are young enough.
  const factsSeconds = (world.clock.now.getTime() - Date.UTC(2026, 2, 1, 0, 5)) / 1000;
  const settings = () => ({ ...world.deps.settings(), retention: { factsSeconds, runsSeconds: null } });
  const deps = { ...world.deps, settings };
  const table = await readTable({ commits: 9 }, deps);
  expect((await fill(table, deps)).asked.toSorted((a, b) => a - b)).toEqual([5, 6, 7]);
});

test("a snapshot that cannot be read is left out, once for all", async () => {
  const table = await readTable({ commits: 5 });
  const lake = world.lake.tables.get(table.definition.location);
  if (!lake) throw new Error("no such table in the lake");
  lake.reading = async ({ snapshot }) => {
    if (snapshot.by === "id" && snapshot.id.endsWith("2")) throw new AppError("table_unreadable", "A data file is gone.");
    return await Promise.resolve();
  };
  expect(await fill(table)).toEqual({ asked: [0, 2, 3, 1], end: "done" });
  expect(await fill(table)).toEqual({ asked: [0, 2, 3, 1], end: "done" });
});

test("a key that is added has its history filled, of what the others have too", async () => {
  const table = await readTable({ commits: 3 });
  await fill(table);
  const [key] = table.definition.keys;
  if (!key) throw new Error("a definition has a key");
  const wider = await world.addTable({ ...table.definition, keys: [key, { ...key, name: "line", columns: ["line"] }] });
  await runTable(world.deps, { runId: (await world.request(wider.id, "person")).id });
  world.lake.readings.length = 0;
  expect((await fill(wider)).end).toBe("done");
  expect(world.lake.readings.map((request) => request.key)).toEqual([["line"], ["line"]]);
});

test("a snapshot of another branch is not asked for", async () => {
  const table = await world.addTable({ commits: 3 });
  const [first] = world.lakeTable(table).snapshots;
  world.lake.commit(table.definition.location, { parentId: first?.id ?? null });
  const other = world.lakeTable(table).snapshots.pop();
  world.lake.commit(table.definition.location);
  if (other) world.lakeTable(table).snapshots.splice(1, 0, { ...other, id: "77" });
  await runTable(world.deps, { runId: (await world.request(table.id, "schedule")).id });
  const { end } = await fill(table);
  const asked = (await listRuns(world.database.db, { tableId: table.id, reasons: ["history"] })).map(
    ({ askedSnapshotId }) => askedSnapshotId,
  );
  expect([end, asked.length, asked.includes("77")]).toEqual(["done", 3, false]);
});

test("a step that is under way is waited for", async () => {
  const table = await readTable({ commits: 3 });
  expect(await askNext(table.id)).toBe("waiting");
});

test("two that decide on a table's next step at once ask for one", async () => {
  const table = await readTable({ commits: 9, budgets: { history: { snapshots: 0, seconds: 0 }, run: { bytes: null, seconds: null } } });
  await world.addTable({ ...table.definition, budgets: someDefinition().budgets });
  const steps = await Promise.all([1, 2, 3, 4].map(async () => await askNext(table.id)));
  expect(steps.toSorted()).toEqual(["asked", "waiting", "waiting", "waiting"]);
});

describe("the history goes on", () => {
  test("after a step that a person cancelled, before it began or while it read", async () => {
    const table = await readTable({ commits: 5 });
    const first = await getStep(table);
    await cancelRun(world.database.db, first.id);
    expect(await runTable(world.deps, { runId: first.id })).toBe("over");
    const second = await getStep(table);
    world.lakeTable(table).reading = async () => void (await cancelRun(world.database.db, second.id));
    expect(await runTable(world.deps, { runId: second.id })).toBe("over");
    expect([first, second, await getStep(table)].map(({ askedSnapshotId }) => commitOf(askedSnapshotId))).toEqual([0, 2, 3]);
  });

  test("after a step whose snapshot is gone", async () => {
    const table = await readTable({ commits: 5 });
    world.lakeTable(table).snapshots.shift();
    expect(await runTable(world.deps, { runId: (await getStep(table)).id })).toBe("skipped");
    expect(commitOf((await getStep(table)).askedSnapshotId)).toBe(2);
  });

  test.each(["succeeded", "failed", "skipped"])(
    "after a step that %s, for its end is stored with the next step or not at all",
    async (state) => {
      const table = await readTable({ commits: 5 });
      const step = await getStep(table);
      if (state === "skipped") world.lakeTable(table).snapshots.shift();
      if (state === "failed")
        world.lakeTable(table).reading = async () => await Promise.reject(new AppError("table_unreadable", "A data file is gone."));
      // As a worker that is killed between the two statements.
      const send = async () => await Promise.reject(new AppError("store_unreachable", "Postgres is gone."));
      await expect(runTable({ ...world.deps, queue: { send } }, { runId: step.id })).rejects.toThrow("Postgres is gone.");
      expect((await world.run(step.id)).state).toBe("running");
      expect(await runTable(world.deps, { runId: step.id })).toBe(state);
      expect(commitOf((await getStep(table)).askedSnapshotId)).toBe(2);
    },
  );
});

async function getStep({ id }: TableWithKeys) {
  const step = await findStep(id);
  if (step === undefined) throw new Error("no step of the history is queued");
  return step;
}
