import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { listRuns } from "#db/queries/runs.ts";
import { applyTableDefinitions } from "#db/queries/table-definitions.ts";
import { getTable, setNextObservationDue } from "#db/queries/tables.ts";
import { alignSchedules, requestDueRuns } from "#jobs/schedule.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { AppError } from "#lib/errors.ts";

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());
afterEach(async () => {
  await applyTableDefinitions(world.database.db, [], "settings");
  await applyTableDefinitions(world.database.db, [], "sample");
});

const HOURLY = { schedule: { by: "cron", cron: "0 * * * *", timeZone: "UTC" } } as const;
const at = (time: string): Date => (world.clock.now = new Date(`2026-03-01T${time}:00Z`));
const ticks = async (tableId: string): Promise<string[]> =>
  (await listRuns(world.database.db, { tableId })).map(({ scheduledFor }) => scheduledFor.toISOString().slice(11, 16)).toReversed();

describe("due runs", () => {
  test("are asked for once a tick, by however many watchers", async () => {
    const table = await world.addTable(HOURLY);
    await setNextObservationDue(world.database.db, table.id, at("12:00"));
    const [one, other] = [new Map(), new Map()];
    at("12:01");
    const inserted = await Promise.all([requestDueRuns(world.deps, one), requestDueRuns(world.deps, other)]);
    expect(inserted[0] + inserted[1]).toBe(1);
    expect(await requestDueRuns(world.deps, new Map())).toBe(0);
    expect(await ticks(table.id)).toEqual(["12:00"]);
  });

  test("of a table that fails are asked for again at its next tick, and not before", async () => {
    const table = await world.addTable(HOURLY);
    const lake = world.lake.tables.get(table.definition.location);
    if (lake) lake.reading = async () => await Promise.reject(new AppError("table_unreadable", "gone"));
    await setNextObservationDue(world.database.db, table.id, at("12:00"));
    const asked = new Map();
    for (const time of ["12:00", "12:30", "12:59", "13:00", "13:01"]) {
      at(time);
      await requestDueRuns(world.deps, asked);
      const [run] = await listRuns(world.database.db, { tableId: table.id, states: ["queued"] });
      if (run) await runTable(world.deps, { runId: run.id });
    }
    expect(await ticks(table.id)).toEqual(["12:00", "13:00"]);
    expect((await getTable(world.database.db, table.id)).nextObservationDueAt).toEqual(new Date("2026-03-01T12:00:00Z"));
  });

  test("after a long silence are one, for the latest tick", async () => {
    const table = await world.addTable(HOURLY);
    await setNextObservationDue(world.database.db, table.id, at("02:00"));
    at("12:30");
    await requestDueRuns(world.deps, new Map());
    expect(await ticks(table.id)).toEqual(["12:00"]);
  });

  test("of an interval are asked for the very instant that the observation before planned, another for each table", async () => {
    const schedule = { by: "interval", everySeconds: 3600 } as const;
    const planned: number[] = [];
    for (let tables = 0; tables < 2; tables++) {
      // One after the other: a table that is there already would be due in the round before.
      at("12:00");
      const table = await world.addTable({ schedule });
      await runTable(world.deps, { runId: (await world.request(table.id, "person")).id });
      const due = (await getTable(world.database.db, table.id)).nextObservationDueAt;
      if (due === null) throw new Error("nothing was planned");
      planned.push(due.getTime());
      await alignSchedules(world.deps);
      expect((await getTable(world.database.db, table.id)).nextObservationDueAt).toEqual(due);
      // As late as it may be: by another grid than the plan's, a tick would have come in between.
      world.clock.now = new Date(due.getTime() + 3_599_000);
      await requestDueRuns(world.deps, new Map());
      const [run] = await listRuns(world.database.db, { tableId: table.id, states: ["queued"] });
      expect(run?.scheduledFor).toEqual(due);
    }
    expect(planned[0]).not.toBe(planned[1]);
  });

  test("join a run that is still queued", async () => {
    const table = await world.addTable(HOURLY);
    await world.request(table.id, "person");
    await setNextObservationDue(world.database.db, table.id, at("12:00"));
    expect(await requestDueRuns(world.deps, new Map())).toBe(0);
    expect(await ticks(table.id)).toHaveLength(1);
  });
});

describe("when a table is due", () => {
  const due = async (tableId: string): Promise<Date | null> => (await getTable(world.database.db, tableId)).nextObservationDueAt;

  test("is at once for a new one", async () => {
    const table = await world.addTable(HOURLY);
    const now = at("12:10");
    await alignSchedules(world.deps);
    expect(await due(table.id)).toEqual(now);
  });

  test("is left alone while it is planned, or missing", async () => {
    const table = await world.addTable(HOURLY);
    for (const planned of ["13:00", "11:00"]) {
      await setNextObservationDue(world.database.db, table.id, new Date(`2026-03-01T${planned}:00Z`));
      at("12:10");
      await alignSchedules(world.deps);
      expect(await due(table.id)).toEqual(new Date(`2026-03-01T${planned}:00Z`));
    }
  });

  test("comes nearer when the schedule was shortened, or the clock was ahead", async () => {
    const table = await world.addTable(HOURLY);
    await setNextObservationDue(world.database.db, table.id, new Date("2026-05-01T00:00:00Z"));
    at("12:10");
    await alignSchedules(world.deps);
    expect(await due(table.id)).toEqual(new Date("2026-03-01T13:00:00Z"));
  });

  test("stays what another planned meanwhile", async () => {
    const table = await world.addTable(HOURLY);
    const [seen, planned] = [at("12:00"), at("12:30")];
    await setNextObservationDue(world.database.db, table.id, planned, { planned: seen });
    expect(await due(table.id)).toBeNull();
    await setNextObservationDue(world.database.db, table.id, seen, { planned: null });
    expect(await due(table.id)).toEqual(seen);
    await setNextObservationDue(world.database.db, table.id, planned, { planned: seen });
    expect(await due(table.id)).toEqual(planned);
  });

  test("is once for a sample table", async () => {
    const table = await world.addTable({ source: "sample" });
    at("12:10");
    await alignSchedules(world.deps);
    at("12:11");
    await requestDueRuns(world.deps, new Map());
    const [run] = await listRuns(world.database.db, { tableId: table.id });
    await runTable(world.deps, { runId: run?.id ?? "" });
    await alignSchedules(world.deps);
    expect(await due(table.id)).toBeNull();
  });
});
