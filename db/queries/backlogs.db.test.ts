import { afterAll, beforeAll, expect, test } from "vitest";
import { someCompletedRun, someStartedRun, someTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { findBacklog, findLastCompaction, listBacklogSnapshots, recordBacklog } from "./backlogs.ts";
import { completeRun } from "./complete-run.ts";
import { recordSnapshots } from "./snapshots.ts";
import { someFacts } from "#lib/testing/facts.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const { backlog } = someFacts().plan;
const at = (hour: number): Date => new Date(Date.UTC(2026, 2, 1, hour));

test("a run keeps the breakdown of the snapshot that it read, and a run that read no data leaves what is kept", async () => {
  const { db } = database;
  const table = await someTable(db);
  const { tableId } = table;
  const of = { tableId, snapshotId: "5834977859330697266" };
  expect(await findBacklog(db, of)).toBeNull();
  await completeRun(db, await someStartedRun(db, tableId), someCompletedRun(table, { backlog }));
  await completeRun(db, await someStartedRun(db, tableId), someCompletedRun(table));
  expect(await findBacklog(db, of)).toEqual({ snapshotId: of.snapshotId, committedAt: new Date("2026-03-01T10:00:00Z"), backlog });
  expect(await findBacklog(db, { ...of, snapshotId: "1" })).toBeNull();
  expect(await findBacklog(db, { tableId: (await someTable(db)).tableId })).toBeNull();
});

test("what is recorded anew takes the place of what was, so that a column that is masked since is masked", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  const stored = { tableId, snapshotId: "9007199254740993", committedAt: at(1) };
  await recordBacklog(db, { ...stored, backlog });
  await recordBacklog(db, { ...stored, backlog: { ...backlog, partitionCount: 7 } });
  expect((await findBacklog(db, stored))?.backlog.partitionCount).toBe(7);
});

test("the 50 newest snapshots of a table are kept, in whatever order they were read, and no other table loses one", async () => {
  const { db } = database;
  const [{ tableId }, other] = [await someTable(db), await someTable(db)];
  await recordBacklog(db, { tableId: other.tableId, snapshotId: "1", committedAt: at(-100), backlog });
  for (let hour = 51; hour > 0; hour--) await recordBacklog(db, { tableId, snapshotId: String(hour), committedAt: at(hour), backlog });
  expect((await findBacklog(db, { tableId }))?.snapshotId).toBe("51");
  expect(await findBacklog(db, { tableId, snapshotId: "2" })).not.toBeNull();
  expect(await findBacklog(db, { tableId, snapshotId: "1" })).toBeNull();
  expect(await findBacklog(db, { tableId: other.tableId })).not.toBeNull();
  const kept = await listBacklogSnapshots(db, tableId);
  expect([kept.length, kept[0]?.snapshotId, kept.at(-1)?.snapshotId]).toEqual([50, "51", "2"]);
});

test("the last compaction is the newest replace up to a moment, also when it has expired", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  const snapshot = (id: number, operation: string) => ({
    snapshotId: String(id),
    parentId: null,
    sequenceNumber: id,
    committedAt: at(id),
    schemaId: 0,
    committedBy: null,
    addedFiles: null,
    addedRows: null,
    operation,
  });
  await recordSnapshots(db, tableId, [snapshot(1, "replace"), snapshot(2, "append")]);
  await recordSnapshots(db, tableId, [snapshot(2, "append"), snapshot(3, "replace")]);
  const upTo = async (hour: number) => await findLastCompaction(db, { tableId, upTo: at(hour) });
  expect([await upTo(0), await upTo(2), await upTo(3)]).toEqual([null, at(1), at(3)]);
});
