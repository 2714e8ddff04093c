import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelForPerson, retryForPerson } from "./change-run.ts";
import { openQueue } from "./queue.ts";
import { failRun, startRun } from "./queries/run-states.ts";
import { getRun, insertRun } from "./queries/runs.ts";
import { applyTableDefinitions } from "./queries/table-definitions.ts";
import { someStartedRun, someTable } from "./testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
let queue: Awaited<ReturnType<typeof openQueue>>;
beforeAll(async () => {
  database = await createTestDatabase();
  queue = await openQueue({ url: database.url, role: "sender", onError: () => {} });
});
afterAll(async () => {
  await queue.stop({ graceful: false });
  await database.drop();
});

const NOW = new Date("2026-03-01T10:00:00Z");
const NOBODY = "00000000-0000-4000-8000-000000000000";
const retry = async (runId: string, now = NOW) => await retryForPerson(database.db, queue, { runId, now });

test("a person cancels what is under way, and is told when it has ended already or was never there", async () => {
  const { db } = database;
  const { runId } = await someStartedRun(db, (await someTable(db)).tableId);
  expect(await cancelForPerson(db, runId)).toMatchObject({ id: runId, state: "cancelled" });
  await expect(cancelForPerson(db, runId)).rejects.toMatchObject({
    code: "usage",
    message: expect.stringMatching(/it is cancelled/) as string,
  });
  await expect(cancelForPerson(db, NOBODY)).rejects.toMatchObject({ code: "unknown_run" });
});

test("a retry is a person's new run of the same table; the old one stays as it was", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  const claim = await someStartedRun(db, tableId);
  await expect(retry(claim.runId)).rejects.toMatchObject({ code: "usage", message: expect.stringMatching(/under way/) as string });
  await failRun(db, claim, { code: "too_slow", message: "It took too long." });
  const { run, inserted } = await retry(claim.runId);
  expect(inserted).toBe(true);
  expect(run).toMatchObject({ tableId, reason: "person", state: "queued", askedSnapshotId: null });
  expect(await getRun(db, claim.runId)).toMatchObject({ state: "failed", errorCode: "too_slow" });
  expect(await retry(claim.runId, new Date("2026-03-01T10:00:01Z"))).toMatchObject({ inserted: false, run: { id: run.id } });
  await expect(retry(NOBODY)).rejects.toMatchObject({ code: "unknown_run" });
});

test("a retry of a run that filled history reads the same snapshot as history, and moves no observation", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  const askedSnapshotId = "5834977859330697266";
  const claim = await someStartedRun(db, tableId, { reason: "history", askedSnapshotId });
  await failRun(db, claim, { code: "too_slow", message: "It took too long." });
  expect((await retry(claim.runId)).run).toMatchObject({ reason: "history", askedSnapshotId });
});

test("a table that is no longer watched is not run again", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  const { run } = await insertRun(db, { tableId, reason: "person", scheduledFor: NOW });
  const started = await startRun(db, { runId: run.id, workerId: "worker 1" });
  if (started.started) await failRun(db, started.claim, { code: "too_slow", message: "It took too long." });
  await applyTableDefinitions(db, [], "settings");
  await expect(retry(run.id)).rejects.toMatchObject({ code: "usage", message: expect.stringMatching(/no longer watched/) as string });
});
