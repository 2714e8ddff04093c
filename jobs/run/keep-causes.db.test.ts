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
): Promise<KeyVerdict | null> {
  const verdict: KeyVerdict = {
    cause,
    undecided,
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

test("a cause found before a compaction is kept, also when the sample that it was found in is gone, and never where it is seen still", async () => {
  const table = await world.addTable();
  const { location } = table.definition;
  const found = world.lakeTable(table).snapshots[0]?.id ?? "";
  expect((await observe(table, "delete_in_same_commit"))?.before).toBeUndefined();
  const compaction = world.lake.commit(location, { operation: "replace" });
  const before = { cause: "delete_in_same_commit", snapshotId: found };
  expect(await observe(table, "unknown", ERASED)).toMatchObject({ cause: "unknown", before });
  world.lake.commit(location);
  await world.database.db.execute(`delete from samples where snapshot_id = ${found}`);
  expect((await observe(table, "upsert_off", ERASED))?.before).toEqual(before);
  world.lake.commit(location);
  expect((await observe(table, "unknown"))?.before).toBeUndefined();
  world.lake.commit(location);
  expect((await observe(table, "delete_in_same_commit", ERASED))?.before).toBeUndefined();
  const keyVersionId = (await getTable(world.database.db, table.id)).keys[0]?.currentVersionId ?? 0;
  const upTo = new Date(compaction.committedAt);
  expect(await findCausesBeforeCompaction(world.database.db, { tableId: table.id, keyVersionId, upTo })).toMatchObject({
    compaction: { snapshotId: compaction.id },
    found: { snapshotId: found, causes: { shares: [{ cause: "delete_in_same_commit" }] } },
  });
  const earlier = { tableId: table.id, keyVersionId, upTo: new Date(upTo.getTime() - 1) };
  expect(await findCausesBeforeCompaction(world.database.db, earlier)).toBeNull();
});

test("a cause is kept where a row's commit is no longer retained, for it may have been a compaction, and not where it is", async () => {
  for (const isRetained of [false, true]) {
    const table = await world.addTable();
    const found = world.lakeTable(table).snapshots[0]?.id ?? "";
    await observe(table, "delete_in_same_commit", [], found);
    const before = isRetained ? undefined : { cause: "delete_in_same_commit", snapshotId: found };
    for (let run = 0; run < 2; run++) {
      const { id } = world.lake.commit(table.definition.location);
      expect((await observe(table, "appended_without_delete", [], isRetained ? id : "777"))?.before).toEqual(before);
    }
  }
});
