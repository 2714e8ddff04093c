import { afterAll, beforeAll, expect, test } from "vitest";
import { someCompletedRun, someResult, someSample, someStartedRun, someTable, type StoredTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { listCauseSeries } from "./cause-series.ts";
import { completeRun } from "./complete-run.ts";
import { countSampledCauses, countSampledRows, findNeighbours, listSamples } from "./samples.ts";
import { someCauses, someShare, someVerdict } from "#lib/testing/cause-facts.ts";

let database: TestDatabase;
let table: StoredTable;
const SNAPSHOT = "5834977859330697266";
const CAUSES = ["partition_drift", "key_encoding", "partition_drift", null, "partition_drift"] as const;

beforeAll(async () => {
  database = await createTestDatabase();
  table = await someTable(database.db);
  const samples = CAUSES.map((cause, at) =>
    someSample({ key: [`K${at + 1}`], keyHash: `hash ${at + 1}`, rowCount: at < 3 ? 2 : 3, verdict: cause && someVerdict({ cause }) }),
  );
  const claim = await someStartedRun(database.db, table.tableId);
  await completeRun(database.db, claim, someCompletedRun(table, { results: [someResult(table.keyVersionId, { samples })] }));
});
afterAll(async () => {
  await database.drop();
});

test("the sampled keys of one cause keep the order of the sample, and a page of them is cut from these alone", async () => {
  const of = { keyVersionId: table.keyVersionId, snapshotId: SNAPSHOT };
  const drifted = await listSamples(database.db, { ...of, cause: "partition_drift", offset: 1, limit: 2 });
  expect(drifted.map(({ rank, key }) => [rank, ...key])).toEqual([
    [3, "K3"],
    [5, "K5"],
  ]);
  expect(await countSampledRows(database.db, { ...of, cause: "partition_drift" })).toEqual([
    { rowCount: 2, keys: 2 },
    { rowCount: 3, keys: 1 },
  ]);
  expect(await listSamples(database.db, { ...of, cause: "unknown" })).toEqual([]);
});

test("how many sampled keys have which cause leaves those out that were not explained", async () => {
  const counted = await countSampledCauses(database.db, { keyVersionId: table.keyVersionId, snapshotId: SNAPSHOT });
  expect(Object.fromEntries(counted)).toEqual({ key_encoding: 1, partition_drift: 3 });
});

test("the neighbours of a key are those of its cause where one is asked for", async () => {
  const of = { keyVersionId: table.keyVersionId, snapshotId: SNAPSHOT, rank: 3 };
  const names = ({ previous, next }: Awaited<ReturnType<typeof findNeighbours>>) => [previous?.key[0], next?.key[0]];
  expect(names(await findNeighbours(database.db, of))).toEqual(["K2", "K4"]);
  expect(names(await findNeighbours(database.db, { ...of, cause: "partition_drift" }))).toEqual(["K1", "K5"]);
  expect(names(await findNeighbours(database.db, { ...of, cause: "partition_drift", rank: 5 }))).toEqual(["K3", undefined]);
});

test("causes over time: no duplicates is not the same as not told apart, and a stretch shows its worst snapshot and the last", async () => {
  const other = await someTable(database.db);
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 2, hour));
  const snapshots = [
    { hour: 0, keys: 0 },
    { hour: 1, keys: 9, causes: someCauses([someShare("partition_drift", 9)]) },
    { hour: 2, keys: 4 },
    { hour: 3, keys: 2, causes: someCauses([someShare("key_encoding", 1), someShare("unknown", 1)]) },
  ];
  for (const { hour, keys, causes } of snapshots) {
    const claim = await someStartedRun(database.db, other.tableId);
    const result = someResult(other.keyVersionId, {
      readings: { duplicated_keys: keys, surplus_rows: keys },
      ...(causes && { causes: { duplicatedKeys: keys, causes } }),
    });
    await completeRun(
      database.db,
      claim,
      someCompletedRun(other, { results: [result], snapshot: { id: String(100 + hour), committedAt: at(hour) } }),
    );
  }
  const range = { keyVersionId: other.keyVersionId, engine: "DuckDB", from: at(0), to: at(4) };
  const all = await listCauseSeries(database.db, { ...range, pointsMax: 100 });
  expect(all.map(({ snapshotId, duplicatedKeys, shares }) => [snapshotId, duplicatedKeys, shares])).toEqual([
    ["100", 0, []],
    ["101", 9, [{ cause: "partition_drift", keys: 9 }]],
    ["102", 4, null],
    [
      "103",
      2,
      [
        { cause: "key_encoding", keys: 1 },
        { cause: "unknown", keys: 1 },
      ],
    ],
  ]);
  expect(all[1]?.at).toEqual(at(1));
  const one = await listCauseSeries(database.db, { ...range, pointsMax: 1 });
  // Snapshot 102 lies between the two.
  expect(one.map(({ snapshotId, follows }) => [snapshotId, follows])).toEqual([
    ["101", false],
    ["103", false],
  ]);
  expect(all.map(({ follows }) => follows)).toEqual([true, true, true, true]);
});
