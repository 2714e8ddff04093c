import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findServiceState } from "#db/queries/service-states.ts";
import { setNextObservationDue, type TableWithKeys } from "#db/queries/tables.ts";
import { applyTableDefinitions } from "#db/queries/table-definitions.ts";
import { markOverdue } from "#jobs/tasks/overdue.ts";
import { recoverRuns } from "#jobs/tasks/recover-runs.ts";
import { keepRetention } from "#jobs/tasks/retention.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { planPasted, writePasted } from "#lib/config/pasted-secrets.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());

const DAY_MS = 86_400_000;
const rows = async (query: string): Promise<Record<string, unknown>[]> => (await world.database.db.execute(query)).rows;

async function readTable(changes: Parameters<TaskWorld["addTable"]>[0] = {}): Promise<TableWithKeys> {
  const table = await world.addTable(changes);
  const run = await world.request(table.id, "schedule");
  await runTable(world.deps, { runId: run.id });
  return table;
}

describe("overdue observations", () => {
  test("are told with their tables, and no more once they are made", async () => {
    const table = await readTable({ schedule: { by: "interval", everySeconds: 3600 } });
    // What Postgres stamped is of today; the table's clock begins there.
    world.clock.now = new Date(Date.now() + 30 * 60_000);
    await setNextObservationDue(world.database.db, table.id, new Date(Date.now() + 10 * 60_000));
    expect(await markOverdue(world.deps)).toEqual([]);
    world.clock.now = new Date(Date.now() + 3 * 3_600_000);
    expect(await markOverdue(world.deps)).toEqual([table.name]);
    expect((await findServiceState(world.database.db, "overdue"))?.tables).toMatchObject([{ tableId: table.id, name: table.name }]);
    await runTable(world.deps, { runId: (await world.request(table.id, "schedule")).id });
    expect(await markOverdue(world.deps)).toEqual([]);
    expect((await findServiceState(world.database.db, "overdue"))?.tables).toEqual([]);
  });

  test("wait for as many intervals as the configuration says", async () => {
    const table = await readTable({ schedule: { by: "interval", everySeconds: 3600 } });
    await setNextObservationDue(world.database.db, table.id, new Date(Date.now() + 10 * 60_000));
    world.clock.now = new Date(Date.now() + 3 * 3_600_000);
    const after = async (overdueFactor: number) =>
      await markOverdue({ ...world.deps, settings: () => ({ ...SERVICE_DEFAULTS, overdueFactor }) });
    expect([await after(4), await after(2)]).toEqual([[], [table.name]]);
    await applyTableDefinitions(world.database.db, [], "settings");
  });

  test("are none for an interval after the clock jumped; an incident that is open stays open", async () => {
    const table = await readTable({ schedule: { by: "interval", everySeconds: 3600 } });
    const { db } = world.database;
    await setNextObservationDue(db, table.id, new Date(Date.now() + 10 * 60_000));
    const open = async () => await rows("select state from incidents where check_id = 'runs' and state <> 'resolved'");
    const jumpedAt = new Date(Date.now() + 5 * 3_600_000);
    world.clock.now = new Date(jumpedAt.getTime() + 60_000);
    expect(await markOverdue({ ...world.deps, clock: { look: () => jumpedAt } })).toEqual([]);
    expect(await open()).toEqual([]);
    // Another worker, which did not see it.
    expect(await markOverdue(world.deps)).toEqual([]);
    world.clock.now = new Date(jumpedAt.getTime() + 2.5 * 3_600_000);
    expect(await markOverdue(world.deps)).toEqual([table.name]);
    expect(await open()).toHaveLength(1);
    const again = new Date(world.clock.now.getTime() + 3_600_000);
    world.clock.now = again;
    expect(await markOverdue({ ...world.deps, clock: { look: () => again } })).toEqual([]);
    expect(await open()).toHaveLength(1);
    await db.execute("delete from service_states where name = 'clock'");
    await applyTableDefinitions(db, [], "settings");
  });

  test("are none of a paused or archived table", async () => {
    const paused = await world.addTable({ paused: true });
    await setNextObservationDue(world.database.db, paused.id, new Date(0));
    expect(await markOverdue(world.deps)).toEqual([]);
    await applyTableDefinitions(world.database.db, [], "settings");
    expect(await markOverdue(world.deps)).toEqual([]);
  });
});

describe("runs that no job stands for", () => {
  test("are sent again once", async () => {
    const table = await world.addTable();
    const run = await world.request(table.id, "person");
    const age = async (): Promise<void> =>
      void (await world.database.db.execute(`update runs set queued_at = now() - interval '2 minutes' where id = '${run.id}'`));
    await age();
    expect(await recoverRuns(world.deps)).toBe(0);
    await world.takeSent();
    expect(await recoverRuns(world.deps)).toBe(1);
    expect(await recoverRuns(world.deps)).toBe(0);
    expect(await world.takeSent()).toEqual([{ name: "run-table", data: { runId: run.id }, afterSeconds: 0 }]);
    await runTable(world.deps, { runId: run.id });
    expect(await recoverRuns(world.deps)).toBe(0);
  });

  test("are left alone while they are young", async () => {
    const table = await world.addTable();
    await world.request(table.id, "person");
    await world.takeSent();
    expect(await recoverRuns(world.deps)).toBe(0);
  });
});

test("retention goes by the configuration, and for ever is for ever", async () => {
  world.clock.now = new Date();
  const table = await readTable();
  world.clock.now = new Date(Date.now() + 60_000);
  const run = await world.request(table.id, "person");
  await runTable(world.deps, { runId: run.id });
  await world.database.db.execute(`update runs set finished_at = now() - interval '20 days' where table_id = '${table.id}'`);
  const kept = async (runsSeconds: number | null, factsSeconds: number | null): Promise<unknown> => {
    await keepRetention({ ...world.deps, settings: () => ({ ...SERVICE_DEFAULTS, retention: { runsSeconds, factsSeconds } }) });
    return [
      (await rows(`select count(*)::int as n from runs where table_id = '${table.id}'`))[0]?.["n"],
      await world.count("observations", table.id),
    ];
  };
  expect(await kept(null, null)).toEqual([2, 2]);
  expect(await kept((21 * DAY_MS) / 1000, null)).toEqual([2, 2]);
  expect(await kept((19 * DAY_MS) / 1000, null)).toEqual([1, 2]);
  world.clock.now = new Date(Date.now() + 30 * DAY_MS);
  expect(await kept(null, (10 * DAY_MS) / 1000)).toEqual([1, 1]);
});

test("retention removes the file of a pasted secret that nothing refers to", async () => {
  await world.database.db.execute("update tables set created_at = now() - interval '2 days'");
  const dataDir = await mkdtemp(join(tmpdir(), "bergwatch-upkeep-"));
  try {
    const pasted = { "slack_webhook.url": "https://hooks.slack.com/x" };
    const { files } = planPasted({ kind: "channel", version: null, written: { name: "crashed" }, pasted }, dataDir);
    await writePasted(files);
    const yesterday = new Date(Date.now() - DAY_MS);
    await utimes(files[0]?.path ?? "", yesterday, yesterday);
    world.clock.now = new Date();
    expect(await keepRetention({ ...world.deps, dataDir })).toMatchObject({ secretFiles: 1 });
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

test("retention deletes runs and observations beyond their age, and keeps the latest of each", async () => {
  const table = await readTable();
  world.clock.now = new Date(Date.now() + DAY_MS);
  await runTable(world.deps, { runId: (await world.request(table.id, "person")).id });
  await world.database.db.execute(`update runs set finished_at = now() - interval '100 days' where table_id = '${table.id}'`);
  world.clock.now = new Date(Date.now() + 500 * DAY_MS);
  const deleted = await keepRetention(world.deps);
  expect(deleted).toMatchObject({ runs: expect.any(Number), observations: expect.any(Number) });
  expect(await rows(`select count(*)::int as runs from runs where table_id = '${table.id}'`)).toEqual([{ runs: 1 }]);
  const kept = `select count(*)::int as kept from observations join key_versions v on v.id = key_version_id join table_keys k on k.id = table_key_id where table_id = '${table.id}'`;
  expect(await rows(kept)).toEqual([{ kept: 1 }]);
});
