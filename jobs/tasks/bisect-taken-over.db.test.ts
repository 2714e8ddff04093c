import { afterAll, beforeAll, expect, test } from "vitest";
import { getKeyRequest, startKeyRequest } from "#db/queries/key-requests.ts";
import { getTable, type TableWithKeys } from "#db/queries/tables.ts";
import { bisect } from "#jobs/tasks/bisect.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import { createTaskWorld, HISTORY_OFF, someReadSample, type TaskWorld } from "#jobs/testing/task-world.ts";
import { someVerdict } from "#lib/testing/cause-facts.ts";

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());

const SAMPLE = someReadSample();
const SURPLUS = { metric: "surplus_rows", badAbove: 0 } as const;

/** A table of three snapshots; in the last two its sampled key has two rows. */
async function addTable(): Promise<TableWithKeys> {
  const table = await world.addTable({ commits: 3, ...HISTORY_OFF });
  const lake = world.lakeTable(table);
  const sample = { ...SAMPLE, verdict: someVerdict({ cause: "unkeyed" }) };
  lake.findsAt = (id) =>
    id === lake.snapshots[0]?.id
      ? { keyProfile: { rows: 30, duplicatedKeys: 0 }, samples: [{ ...sample, rowCount: 1, rows: SAMPLE.rows.slice(0, 1) }] }
      : { keyProfile: { rows: 32, duplicatedKeys: 2 }, samples: [sample] };
  return table;
}

/** As when this worker is taken for dead and another begins the request's next attempt. */
async function takeOver(requestId: string): Promise<void> {
  await startKeyRequest(world.database.db, { requestId, workerId: "another" });
}

test("a bisection that was taken over stores no snapshots and no key version that it listed", async () => {
  const table = await addTable();
  const id = await world.ask(table, SURPLUS);
  const listSnapshots: typeof world.deps.listSnapshots = async (...asked) => {
    await takeOver(id);
    return await world.deps.listSnapshots(...asked);
  };
  expect(await bisect({ ...world.deps, listSnapshots }, { requestId: id })).toBe("over");
  const { rows } = await world.database.db.execute(`select from snapshots where table_id = '${table.id}'`);
  expect(rows).toHaveLength(0);
  expect((await getTable(world.database.db, table.id)).keys[0]?.currentVersionId).toBeNull();
  expect(await getKeyRequest(world.database.db, id)).toMatchObject({ state: "running", workerId: "another", attempt: 2 });
});

test("a bisection that was taken over stores no facts that it read", async () => {
  const table = await addTable();
  const id = await world.ask(table, SURPLUS);
  world.lakeTable(table).reading = async () => await takeOver(id);
  expect(await bisect(world.deps, { requestId: id })).toBe("over");
  expect(await world.count("snapshot_facts", table.id)).toBe(0);
});

test("a bisection that was taken over changes no sample's first cause", async () => {
  const table = await addTable();
  await runTable(world.deps, { runId: (await world.request(table.id, "person")).id });
  const verdicts = async () => (await world.database.db.execute("select verdict from samples order by key_version_id, rank")).rows;
  const before = await verdicts();
  const id = await world.ask(table, { metric: null, badAbove: 1, keyValues: ["1"] });
  const lookUpKey: typeof world.deps.lookUpKey = async (request, options) => {
    // The last look-up is the one that asks for the cause.
    if (request.explain !== undefined) await takeOver(id);
    const answer = await world.deps.lookUpKey(request, options);
    return { ...answer, found: answer.found && { ...answer.found, verdict: someVerdict({ cause: "upsert_off" }) } };
  };
  expect(await bisect({ ...world.deps, lookUpKey }, { requestId: id })).toBe("over");
  expect(await verdicts()).toEqual(before);
});
