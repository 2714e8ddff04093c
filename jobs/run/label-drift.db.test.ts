import { afterAll, beforeAll, expect, test } from "vitest";
import { storeCauseFacts } from "#db/queries/cause-facts.ts";
import { getKeyRequest } from "#db/queries/key-requests.ts";
import { getTable, type TableWithKeys } from "#db/queries/tables.ts";
import { someSample } from "#db/testing/factories.ts";
import { lookUpKey } from "#jobs/tasks/look-up-key.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { partitionOf } from "#lib/causes/partitioners/registry.ts";
import type { KeyVerdict } from "#lib/iceberg/contract-causes.ts";
import { someCauses, someDriftTopic, someShare, someVerdict } from "#lib/testing/cause-facts.ts";

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());

const BYTES = new TextEncoder().encode("1");
const { keyHash: _, ...SAMPLE } = someSample();

/** A table of three snapshots, whose key `1` lies where murmur2 puts it over 5 and over 7 partitions. */
async function driftedTable(verdict: Partial<KeyVerdict> = {}): Promise<TableWithKeys> {
  const added = await world.addTable({ commits: 3 });
  await runTable(world.deps, { runId: (await world.request(added.id, "person")).id });
  const table = await getTable(world.database.db, added.id);
  const rows = [5, 7].map((count, at) => {
    const [row] = SAMPLE.rows.slice(at, at + 1);
    if (row === undefined) throw new Error("the sample has two rows");
    return { ...row, partition: String(partitionOf("murmur2", BYTES, count)) };
  });
  expect(rows[0]?.partition).not.toBe(rows[1]?.partition);
  world.lakeTable(table).finds = {
    samples: [{ ...SAMPLE, rows, verdict: someVerdict({ cause: "partition_drift", ...verdict }) }],
    columns: [
      { name: "id", type: "long", fieldId: 1, required: true },
      { name: "note", type: "string", fieldId: 2, required: false },
    ],
  };
  return table;
}

/** Stores of a snapshot, by its place, that its topic had clients of murmur2 over these numbers of partitions. */
async function tell(table: TableWithKeys, at: number, counts: number[]): Promise<void> {
  const snapshot = world.lakeTable(table).snapshots[at];
  if (snapshot === undefined) throw new Error("the table has three snapshots");
  const drift = { topics: [someDriftTopic(counts, { topic: "orders" })], otherTopics: 0 };
  await storeCauseFacts(
    world.database.db,
    { keyVersionId: table.keys[0]?.currentVersionId ?? 0, snapshotId: snapshot.id, committedAt: new Date(snapshot.committedAt) },
    { duplicatedKeys: 1, causes: someCauses([someShare("partition_drift", 1)], { drift }) },
  );
}

async function labelAt(table: TableWithKeys, at: number): Promise<KeyVerdict["drift"] | undefined> {
  const requestId = await world.ask(table, { keyValues: ["1"] }, world.lakeTable(table).snapshots[at]?.id);
  expect(await lookUpKey(world.deps, { requestId })).toBe("succeeded");
  return (await getKeyRequest(world.database.db, requestId)).result?.verdict?.drift;
}

test("a key that is looked up says how it drifted by what is stored of the same snapshot, as a sampled one does", async () => {
  const table = await driftedTable();
  await tell(table, 1, [5, 7]);
  await tell(table, 2, [3]);
  expect(await labelAt(table, 1)).toBe("count_raised");
  expect(await labelAt(table, 2)).toBe("unexplained");
});

test("of a snapshot that was not read, what is stored of one before it tells what put the rows there, and never that nothing did", async () => {
  const table = await driftedTable();
  await tell(table, 0, [5, 7]);
  expect(await labelAt(table, 2)).toBe("count_raised");
  await tell(table, 1, [3]);
  expect(await labelAt(table, 2)).toBeNull();
});

test("nothing is said where no causes are stored, nor of a key with another cause", async () => {
  expect(await labelAt(await driftedTable(), 2)).toBeNull();
  const other = await driftedTable({ cause: "upsert_off" });
  await tell(other, 2, [5, 7]);
  expect(await labelAt(other, 2)).toBeNull();
});
