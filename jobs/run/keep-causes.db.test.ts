import { afterAll, beforeAll, expect, test } from "vitest";
import { findCausesBeforeCompaction } from "#db/queries/cause-facts.ts";
import { listSamples } from "#db/queries/samples.ts";
import { getTable, type TableWithKeys } from "#db/queries/tables.ts";
import { someSample } from "#db/testing/factories.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import type { KeyVerdict } from "#lib/iceberg/contract-causes.ts";
import type { CauseName } from "#lib/names.ts";
import { anEvidentRow } from "#lib/testing/causes.ts";

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());

const { keyHash: _, ...SAMPLE } = someSample();
const ERASED: KeyVerdict["undecided"] = [{ cause: "delete_in_same_commit", missing: ["sequence number before the compaction"] }];

/** What is found of the key at the newest snapshot, and stored of it by a run. */
async function observe(
  table: TableWithKeys,
  cause: CauseName,
  undecided: KeyVerdict["undecided"] = [],
  addedBy: string | null = null,
  doubt: KeyVerdict["doubt"] = null,
): Promise<KeyVerdict | null> {
  const verdict: KeyVerdict = {
    cause,
    undecided,
    doubt,
    retry: null,
    winner: null,
    winnerBy: "undecided",
    tied: [],
    deletes: [],
    drift: null,
    rowsSeen: 2,
  };
  const share = { cause, keys: 1, surplusRows: 1, measure: null };
  const causes = { shares: [share], retryKeys: { value: 0 }, undecided: [], measure: null, drift: null, notes: [] };
  world.lakeTable(table).finds = {
    keyProfile: { rows: 31, duplicatedKeys: 1 },
    samples: [{ ...SAMPLE, rows: SAMPLE.rows.map((row) => anEvidentRow({ ...row, addedBy })), verdict }],
    causes: { value: causes },
  };
  await runTable(world.deps, { runId: (await world.request(table.id, "person")).id });
  const { keys } = await getTable(world.database.db, table.id);
  const snapshotId = world.lakeTable(table).snapshots.at(-1)?.id ?? "";
  const [sample] = await listSamples(world.database.db, { keyVersionId: keys[0]?.currentVersionId ?? 0, snapshotId });
  return sample?.verdict ?? null;
}

test("a key keeps the cause that it had when it became duplicated, whatever a compaction or an update leaves of it", async () => {
  const table = await world.addTable();
  const { location } = table.definition;
  const found = world.lakeTable(table).snapshots[0]?.id ?? "";
  const first = { cause: "delete_in_same_commit", snapshotId: found };
  expect(await observe(table, "delete_in_same_commit")).toMatchObject({ first });
  const compaction = world.lake.commit(location, { operation: "replace" });
  expect(await observe(table, "unknown", ERASED)).toMatchObject({ cause: "unknown", first });
  world.lake.commit(location);
  await world.database.db.execute(`delete from samples where snapshot_id = ${found}`);
  expect(await observe(table, "upsert_off", ERASED)).toMatchObject({ cause: "upsert_off", first });
  world.lake.commit(location);
  expect(await observe(table, "delete_in_same_commit")).toMatchObject({ cause: "delete_in_same_commit", first });
  const keyVersionId = (await getTable(world.database.db, table.id)).keys[0]?.currentVersionId ?? 0;
  const upTo = new Date(compaction.committedAt);
  expect(await findCausesBeforeCompaction(world.database.db, { tableId: table.id, keyVersionId, upTo })).toMatchObject({
    compaction: { snapshotId: compaction.id },
    found: { snapshotId: found, causes: { shares: [{ cause: "delete_in_same_commit" }] } },
  });
  const earlier = { tableId: table.id, keyVersionId, upTo: new Date(upTo.getTime() - 1) };
  expect(await findCausesBeforeCompaction(world.database.db, earlier)).toBeNull();
});

test("what was only probable gives way to a certain cause that it might have been, and to no other", async () => {
  const doubt = { alternatives: ["key_encoding" as const], missing: ["schema registry" as const] };
  for (const [now, isTold] of [
    ["key_encoding", true],
    ["ghost_delete", false],
  ] as const) {
    const table = await world.addTable();
    const found = world.lakeTable(table).snapshots[0]?.id ?? "";
    const probable = { cause: "appended_without_delete", snapshotId: found, alternatives: ["key_encoding"] };
    expect((await observe(table, "appended_without_delete", [], null, doubt))?.first).toEqual(probable);
    const { id } = world.lake.commit(table.definition.location);
    expect((await observe(table, now))?.first).toEqual(isTold ? { cause: now, snapshotId: id } : probable);
  }
});

test("a key whose cause was never known has none at first", async () => {
  const table = await world.addTable();
  expect((await observe(table, "unknown"))?.first).toBeUndefined();
  const { id } = world.lake.commit(table.definition.location);
  expect((await observe(table, "unkeyed"))?.first).toEqual({ cause: "unkeyed", snapshotId: id });
});
