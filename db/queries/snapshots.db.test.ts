import { afterAll, beforeAll, expect, test } from "vitest";
import { someCompletedRun, someResult, someSnapshots, someStartedRun, someTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { completeRun } from "./complete-run.ts";
import { insertRun } from "./runs.ts";
import { isCommittedBetween, listSnapshots, listSnapshotsWithoutFacts, recordSnapshots } from "./snapshots.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

test("what the metadata lists is added once, and marked as expired when it is listed no more", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  const listed = someSnapshots(4);
  expect(await recordSnapshots(db, tableId, listed.slice(0, 3))).toEqual({ added: 3, expired: 0 });
  expect(await recordSnapshots(db, tableId, listed.slice(0, 3))).toEqual({ added: 0, expired: 0 });
  expect(await recordSnapshots(db, tableId, listed.slice(2))).toEqual({ added: 1, expired: 2 });
  const known = await listSnapshots(db, tableId);
  expect(known).toMatchObject(listed);
  expect(known.map(({ expiredAt }) => expiredAt !== null)).toEqual([true, true, false, false]);
  expect(await recordSnapshots(db, tableId, [])).toEqual({ added: 0, expired: 2 });
});

test("a snapshot that is listed again, as after a rollback, is retained again", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  await recordSnapshots(db, tableId, someSnapshots(2));
  await recordSnapshots(db, tableId, someSnapshots(1));
  await recordSnapshots(db, tableId, someSnapshots(2));
  expect((await listSnapshots(db, tableId)).map(({ expiredAt }) => expiredAt)).toEqual([null, null]);
});

test("who committed a known snapshot is noted once the metadata says it, and neither lost nor changed afterwards", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  const by = (committedBy: string | null) => someSnapshots(2).map((snapshot, at) => (at === 0 ? { ...snapshot, committedBy } : snapshot));
  const known = async () => (await listSnapshots(db, tableId)).map(({ committedBy }) => committedBy);
  await recordSnapshots(db, tableId, by(null));
  expect(await recordSnapshots(db, tableId, by("Flink, checkpoint 7"))).toEqual({ added: 0, expired: 0 });
  expect(await known()).toEqual(["Flink, checkpoint 7", null]);
  await recordSnapshots(db, tableId, by(null));
  await recordSnapshots(db, tableId, by("Spark 4.0.0"));
  expect(await known()).toEqual(["Flink, checkpoint 7", null]);
});

test("a range takes its beginning and leaves its end", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  const listed = someSnapshots(4);
  await recordSnapshots(db, tableId, listed);
  const found = await listSnapshots(db, tableId, { from: listed[1]?.committedAt, to: listed[3]?.committedAt });
  expect(found.map(({ snapshotId }) => snapshotId)).toEqual([listed[1]?.snapshotId, listed[2]?.snapshotId]);
});

test("whether anything was committed between two commits leaves out these two, and other tables", async () => {
  const { db } = database;
  const [{ tableId }, other] = [await someTable(db), await someTable(db)];
  const [first, second, third] = someSnapshots(3).map(({ committedAt }) => committedAt);
  await recordSnapshots(db, tableId, someSnapshots(3));
  if (!first || !second || !third) throw new Error("three snapshots have three times");
  expect(await isCommittedBetween(db, tableId, { after: first, before: third })).toBe(true);
  expect(await isCommittedBetween(db, tableId, { after: first, before: second })).toBe(false);
  expect(await isCommittedBetween(db, other.tableId, { after: first, before: third })).toBe(false);
});

test("history is filled coarse to fine: the oldest, the middle, the quarters; a new commit moves no other", async () => {
  const { db } = database;
  const { tableId, keyVersionId } = await someTable(db);
  const listed = someSnapshots(18);
  const places = async (limit?: number) => {
    const missing = await listSnapshotsWithoutFacts(db, { tableId, keyVersionId, ...(limit && { limit }) });
    return missing.map(({ snapshotId }) => listed.findIndex((snapshot) => snapshot.snapshotId === snapshotId));
  };
  await recordSnapshots(db, tableId, listed.slice(0, 17));
  expect(await places()).toEqual([0, 16, 8, 12, 4, 14, 10, 6, 2, 15, 13, 11, 9, 7, 5, 3, 1]);
  await recordSnapshots(db, tableId, listed);
  expect(await places(9)).toEqual([0, 16, 8, 12, 4, 14, 10, 6, 2]);
});

test("what has facts, has expired, or is asked for already is not asked for again", async () => {
  const { db } = database;
  const table = await someTable(db);
  const { tableId, keyVersionId } = table;
  const listed = someSnapshots(5);
  await recordSnapshots(db, tableId, listed);
  await recordSnapshots(db, tableId, listed.slice(1));
  const [, read, asked] = listed;
  const snapshot = { id: read?.snapshotId ?? "", committedAt: read?.committedAt ?? new Date() };
  const claim = await someStartedRun(db, tableId);
  await completeRun(db, claim, someCompletedRun(table, { snapshot, results: [someResult(keyVersionId)] }));
  await insertRun(db, { tableId, reason: "history", scheduledFor: new Date(), askedSnapshotId: asked?.snapshotId ?? null });
  const missing = await listSnapshotsWithoutFacts(db, { tableId, keyVersionId });
  expect(missing).toEqual([
    { snapshotId: listed[4]?.snapshotId, committedAt: listed[4]?.committedAt },
    { snapshotId: listed[3]?.snapshotId, committedAt: listed[3]?.committedAt },
  ]);
});
