import { afterAll, beforeAll, expect, test } from "vitest";
import { someCompletedRun, someResult, someSnapshots, someStartedRun, someTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { completeRun } from "./complete-run.ts";
import { countCommits, listFailedRuns, listSnapshotEvents, listUnreadSnapshots } from "./events.ts";
import { deleteNote, insertNote, listNotes } from "./notes.ts";
import { failRun } from "./run-states.ts";
import { recordSnapshots } from "./snapshots.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const hour = (at: number) => new Date(Date.UTC(2026, 2, 1, at));
const span = { from: hour(0), to: hour(24) };

test("compactions and changed schemas are events of the range, and what a snapshot's schema was before is known from outside it", async () => {
  const { tableId } = await someTable(database.db);
  const list = someSnapshots(6).map((snapshot, at) => ({
    ...snapshot,
    operation: at === 2 ? "replace" : "append",
    schemaId: at < 4 ? 0 : 1,
  }));
  await recordSnapshots(database.db, tableId, list);
  const found = await listSnapshotEvents(database.db, tableId, { from: hour(1), to: hour(24) });
  expect(found.map(({ committedAt, operation, schemaBefore }) => [committedAt.getUTCHours(), operation, schemaBefore])).toEqual([
    [2, "replace", null],
    [4, "append", 0],
  ]);
  expect(await listSnapshotEvents(database.db, tableId, { from: hour(4), to: hour(5) })).toMatchObject([{ schemaId: 1, schemaBefore: 0 }]);
});

test("commits are counted in equal parts of the range", async () => {
  const { tableId } = await someTable(database.db);
  await recordSnapshots(database.db, tableId, someSnapshots(5));
  expect(await countCommits(database.db, tableId, span, 6)).toEqual([4, 1, 0, 0, 0, 0]);
});

test("a failed run of history stands at its snapshot's commit until that is read, another at the time that it ended", async () => {
  const { db } = database;
  const table = await someTable(db);
  const snapshots = someSnapshots(3);
  await recordSnapshots(db, table.tableId, snapshots);
  const asked = snapshots[1]?.snapshotId ?? "";
  await failRun(db, await someStartedRun(db, table.tableId, { reason: "history", askedSnapshotId: asked }), {
    code: "internal",
    message: "No.",
  });
  await failRun(db, await someStartedRun(db, table.tableId), { code: "table_not_found", message: "Gone." });
  const of = { tableId: table.tableId, tableKeyId: table.tableKeyId, standingClock: hour(20) };
  const list = async () => (await listFailedRuns(db, of, span)).map(({ at, message }) => [at.getUTCHours(), message]);
  expect(await list()).toEqual([
    [1, "No."],
    [20, "Gone."],
  ]);
  expect(await listFailedRuns(db, { ...of, standingClock: null }, span)).toHaveLength(1);
  await completeRun(
    db,
    await someStartedRun(db, table.tableId, { reason: "history", askedSnapshotId: snapshots[1]?.snapshotId ?? "" }),
    someCompletedRun(table, { snapshot: { id: asked, committedAt: hour(1) }, observes: false, results: [someResult(table.keyVersionId)] }),
  );
  expect(await list()).toEqual([[20, "Gone."]]);
});

test("snapshots without facts are unread, with what became of their runs; one that expired on a day that has facts was thinned out", async () => {
  const { db } = database;
  const table = await someTable(db);
  const snapshots = someSnapshots(4);
  await recordSnapshots(db, table.tableId, snapshots);
  await failRun(db, await someStartedRun(db, table.tableId, { reason: "history", askedSnapshotId: snapshots[2]?.snapshotId ?? "" }), {
    code: "internal",
    message: "No.",
  });
  const unread = async () =>
    (await listUnreadSnapshots(db, { ...table, currentFrom: hour(0) }, span)).map(({ committedAt, runState, expired }) => [
      committedAt.getUTCHours(),
      runState,
      expired,
    ]);
  // The first has expired, and nothing of its day is known.
  await recordSnapshots(db, table.tableId, snapshots.slice(1));
  expect(await unread()).toEqual([
    [0, null, true],
    [1, null, false],
    [2, "failed", false],
    [3, null, false],
  ]);
  await completeRun(
    db,
    await someStartedRun(db, table.tableId),
    someCompletedRun(table, { snapshot: { id: snapshots[3]?.snapshotId ?? "", committedAt: hour(3) } }),
  );
  expect(await unread()).toEqual([
    [1, null, false],
    [2, "failed", false],
  ]);
});

test("a note is listed until it is taken away, and only with its own table", async () => {
  const { db } = database;
  const [one, other] = [await someTable(db), await someTable(db)];
  const note = await insertNote(db, { tableId: one.tableId, at: hour(3), author: "Mara", text: "Topic grew." });
  expect(await deleteNote(db, { tableId: other.tableId, noteId: note.id })).toBe(false);
  expect(await listNotes(db, one.tableId, span)).toMatchObject([{ text: "Topic grew." }]);
  expect(await deleteNote(db, { tableId: one.tableId, noteId: note.id })).toBe(true);
  expect(await listNotes(db, one.tableId, span)).toEqual([]);
});
