import { afterAll, beforeAll, expect, test } from "vitest";
import { getKeyRequest } from "#db/queries/key-requests.ts";
import { listSamples } from "#db/queries/samples.ts";
import { getTable, type TableWithKeys } from "#db/queries/tables.ts";
import { bisect } from "#jobs/tasks/bisect.ts";
import { lookUpKey } from "#jobs/tasks/look-up-key.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import { createTaskWorld, HISTORY_OFF, someReadSample, type TaskWorld } from "#jobs/testing/task-world.ts";
import { someVerdict } from "#lib/testing/cause-facts.ts";

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());

const SAMPLE = someReadSample();

/** A table of three snapshots whose key 1 is duplicated since the second, by another cause there than in the third. */
async function addTable(): Promise<TableWithKeys> {
  const table = await world.addTable({ commits: 3, ...HISTORY_OFF });
  const { snapshots, ...lake } = world.lakeTable(table);
  Object.assign(world.lakeTable(table), lake, {
    findsAt: (id: string) => {
      const verdict = someVerdict({ cause: id === snapshots[1]?.id ? "unkeyed" : "unknown" });
      if (id === snapshots[0]?.id) return { samples: [{ ...SAMPLE, rowCount: 1, rows: SAMPLE.rows.slice(0, 1), verdict }] };
      return { keyProfile: { rows: 31, duplicatedKeys: 1 }, samples: [{ ...SAMPLE, verdict }] };
    },
  });
  return table;
}

const idAt = (table: TableWithKeys, at: number): string => world.lakeTable(table).snapshots[at]?.id ?? "";
const observe = async (table: TableWithKeys): Promise<void> => {
  await runTable(world.deps, { runId: (await world.request(table.id, "person")).id });
};

async function bisectKey(table: TableWithKeys): Promise<string> {
  const id = await world.ask(table, { metric: null, badAbove: 1, keyValues: ["1"] });
  expect(await bisect(world.deps, { requestId: id })).toBe("succeeded");
  return id;
}

/** What a look-up finds of the first cause, and stores. */
async function lookUp(table: TableWithKeys, snapshotId: string | null = null) {
  const id = await world.ask(table, { keyValues: ["1"] }, snapshotId);
  expect(await lookUpKey(world.deps, { requestId: id })).toBe("succeeded");
  return (await getKeyRequest(world.database.db, id)).result?.verdict?.first;
}

test("a key that is looked up has the first cause that its sample of the same snapshot was given by a bisection", async () => {
  const table = await addTable();
  await observe(table);
  expect(await lookUp(table)).toBeUndefined();
  await bisectKey(table);
  expect(await lookUp(table)).toEqual({ cause: "unkeyed", snapshotId: idAt(table, 1) });
});

test("a key that is looked up has the first cause that a bisection found, also where it was never sampled", async () => {
  const table = await addTable();
  await observe(table);
  await world.database.db.execute("delete from samples");
  const id = await bisectKey(table);
  const first = { cause: "unkeyed", snapshotId: idAt(table, 1) };
  expect((await getKeyRequest(world.database.db, id)).since?.firstCause).toEqual(first);
  expect(await lookUp(table)).toEqual(first);
});

test("a first cause is not told of a key before it began, nor once the table had no duplicates in between", async () => {
  const table = await addTable();
  await observe(table);
  await bisectKey(table);
  await world.database.db.execute("delete from samples");
  expect(await lookUp(table, idAt(table, 0))).toBeUndefined();
  const { keys } = await getTable(world.database.db, table.id);
  await world.database.db.execute(
    `update snapshot_facts set surplus_rows = 0 where snapshot_id = ${idAt(table, 2)} and key_version_id = ${keys[0]?.currentVersionId}`,
  );
  world.lake.commit(table.definition.location);
  expect(await lookUp(table)).toBeUndefined();
});

test("a run that reads a snapshot again keeps the first cause that a bisection found", async () => {
  const table = await addTable();
  await observe(table);
  await bisectKey(table);
  await observe(table);
  const { keys } = await getTable(world.database.db, table.id);
  const sampled = await listSamples(world.database.db, { keyVersionId: keys[0]?.currentVersionId ?? 0, snapshotId: idAt(table, 2) });
  expect(sampled.map(({ verdict }) => verdict?.first)).toEqual([{ cause: "unkeyed", snapshotId: idAt(table, 1) }]);
});
