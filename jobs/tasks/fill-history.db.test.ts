import { afterAll, beforeAll, expect, test } from "vitest";
import { listRuns } from "#db/queries/runs.ts";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { fillHistory, lineOf } from "#jobs/tasks/fill-history.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { AppError } from "#lib/errors.ts";

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());

/** A table whose current snapshot was read. */
async function readTable(changes: Parameters<TaskWorld["addTable"]>[0]): Promise<TableWithKeys> {
  const table = await world.addTable(changes);
  await runTable(world.deps, { runId: (await world.request(table.id, "schedule")).id });
  return table;
}

/** Fills the history step by step; the numbers of the commits that were asked for, from 0, and how it ended. */
async function fill({ id }: TableWithKeys, deps = world.deps): Promise<{ asked: number[]; end: string }> {
  for (;;) {
    const end = await fillHistory(deps, { tableId: id });
    const runs = await listRuns(world.database.db, { tableId: id, reasons: ["history"] });
    const underWay = runs.find(({ state }) => state === "queued");
    if (end === "asked" && underWay) {
      await runTable(deps, { runId: underWay.id });
      continue;
    }
    return {
      asked: runs.toReversed().map(({ askedSnapshotId }) => Number(BigInt(askedSnapshotId ?? 0) - 9_000_000_000_000_000_000n)),
      end,
    };
  }
}

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
  const table = await readTable({ commits: 9 });
  // Commits are a minute apart, the first at midnight: the last four are young enough.
  const factsSeconds = (world.clock.now.getTime() - Date.UTC(2026, 2, 1, 0, 5)) / 1000;
  const settings = () => ({ ...world.deps.settings(), retention: { factsSeconds, runsSeconds: null } });
  expect((await fill(table, { ...world.deps, settings })).asked.toSorted((a, b) => a - b)).toEqual([5, 6, 7]);
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

test("snapshots of other branches, and such as were rolled back, are no part of a table's past", () => {
  const snapshot = (snapshotId: string, parentId: string | null) => ({ snapshotId, parentId });
  const all = [snapshot("1", null), snapshot("2", "1"), snapshot("3", "2"), snapshot("branch", "1"), snapshot("4", "2")];
  expect([...lineOf(all, "4")]).toEqual(["4", "2", "1"]);
  expect([...lineOf(all, null)]).toEqual([]);
  expect([...lineOf([snapshot("3", "expired"), snapshot("4", "3")], "4")]).toEqual(["4", "3"]);
});

test("a step that is under way is waited for", async () => {
  const table = await readTable({ commits: 3 });
  expect(await fillHistory(world.deps, { tableId: table.id })).toBe("asked");
  expect(await fillHistory(world.deps, { tableId: table.id })).toBe("waiting");
});
