import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { someStartedRun, someTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { appendRunLog, cancelRun, failRun, skipRun, startRun, updateRunProgress, whileHeld } from "./run-states.ts";
import { findStuckRuns, getRun, insertRun, listNamedRuns, listRunLogs, listRuns, listRunsUnderWay } from "./runs.ts";
import { getTable } from "./tables.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const TICK = new Date("2026-03-01T10:00:00Z");
const start = async (runId: string, workerId = "worker 1") => await startRun(database.db, { runId, workerId });

test("one tick makes one run, however often and from wherever it is sent; another snapshot or reason makes another", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  const wish = { tableId, reason: "schedule", scheduledFor: TICK } as const;
  const sent = await Promise.all([1, 2, 3].map(async () => await insertRun(db, wish)));
  expect(sent.filter(({ inserted }) => inserted)).toHaveLength(1);
  expect(new Set(sent.map(({ run }) => run.id)).size).toBe(1);
  const { run, inserted } = await insertRun(db, { ...wish, reason: "history", askedSnapshotId: "5834977859330697266", priority: -10 });
  expect(inserted).toBe(true);
  expect(run).toMatchObject({ state: "queued", attempt: 0, askedSnapshotId: "5834977859330697266", priority: -10, scheduledFor: TICK });
  expect((await insertRun(db, { ...wish, reason: "history", askedSnapshotId: "5834977859330697265" })).inserted).toBe(true);
});

test("an attempt ends the claim of the one before: what a worker that was taken for dead still says changes nothing", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  const first = await someStartedRun(db, tableId);
  const taken = await start(first.runId, "worker 2");
  if (!taken.started) throw new Error("not taken over");
  expect(taken.run).toMatchObject({ attempt: 2, workerId: "worker 2", state: "running" });
  expect(await updateRunProgress(db, first, { phase: "counting", detail: "…" })).toBe(false);
  expect(await failRun(db, first, { code: "internal", message: "late" })).toBe(false);
  expect(await skipRun(db, first, "late")).toBe(false);
  await appendRunLog(db, first, [{ at: TICK, level: "info", message: "late" }]);
  expect(await listRunLogs(db, first.runId)).toEqual([]);
  const write = vi.fn<() => Promise<void>>(async () => await Promise.resolve());
  await expect(whileHeld(db, first, write)).rejects.toMatchObject({ code: "cancelled" });
  expect(write).not.toHaveBeenCalled();
  await whileHeld(db, taken.claim, write);
  expect(write).toHaveBeenCalledOnce();
  expect(await updateRunProgress(db, taken.claim, { phase: "counting", detail: "Counting keys.", bytesPlanned: 1 })).toBe(true);
  expect(await getRun(db, first.runId)).toMatchObject({
    state: "running",
    progress: { phase: "counting", bytesPlanned: 1 },
    errorCode: null,
  });
});

test("a failed run may be tried again; one that is over may not", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  const claim = await someStartedRun(db, tableId);
  expect(await failRun(db, claim, { code: "too_slow", message: "It took too long." }, { retry: true })).toBe(true);
  expect(await getRun(db, claim.runId)).toMatchObject({ state: "queued", attempt: 1, errorCode: "too_slow", finishedAt: null });
  const again = await start(claim.runId);
  if (!again.started) throw new Error("not begun again");
  expect(again.run).toMatchObject({ attempt: 2, errorCode: null });
  await failRun(db, again.claim, { code: "too_slow", message: "It took too long." });
  expect((await getRun(db, claim.runId)).finishedAt).toBeInstanceOf(Date);
  expect((await start(claim.runId)).started).toBe(true);
  await cancelRun(db, claim.runId);
  expect(await start(claim.runId)).toEqual({ started: false, state: "cancelled" });
  expect(await start("00000000-0000-4000-8000-000000000000")).toEqual({ started: false, state: "unknown" });
});

test("a cancelled run takes nothing more, whether it was queued or running; one that ended is not cancelled", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  const claim = await someStartedRun(db, tableId);
  expect(await cancelRun(db, claim.runId)).toBe(true);
  expect(await updateRunProgress(db, claim)).toBe(false);
  expect(await cancelRun(db, claim.runId)).toBe(false);
  const { run } = await insertRun(db, { tableId, reason: "person", scheduledFor: TICK });
  expect(await cancelRun(db, run.id)).toBe(true);
  expect(await getRun(db, run.id)).toMatchObject({ state: "cancelled", errorCode: "cancelled" });
});

test("a table shows its latest run; history and a run that was skipped while queued do not push it away", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  const failing = await someStartedRun(db, tableId);
  expect(await getTable(db, tableId)).toMatchObject({ lastRunId: failing.runId, lastRunState: "running" });
  await failRun(db, failing, { code: "reader_crashed", message: "The reader died." });
  const { run: queued } = await insertRun(db, { tableId, reason: "person", scheduledFor: TICK });
  expect(await skipRun(db, { runId: queued.id }, "Another run reads the table.")).toBe(true);
  await someStartedRun(db, tableId, { reason: "history" });
  expect(await getTable(db, tableId)).toMatchObject({
    lastRunId: failing.runId,
    lastRunState: "failed",
    lastErrorCode: "reader_crashed",
    lastErrorMessage: "The reader died.",
  });
  const later = await someStartedRun(db, tableId, { reason: "nightly" });
  await skipRun(db, later, "No new snapshot.");
  expect(await getTable(db, tableId)).toMatchObject({ lastRunId: later.runId, lastRunState: "skipped", lastRunReason: "nightly" });
});

test("runs are listed newest first, in pages that neither repeat nor lose one", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  const made: string[] = [];
  for (let hour = 0; hour < 5; hour++) {
    made.push((await insertRun(db, { tableId, reason: "schedule", scheduledFor: new Date(TICK.getTime() + hour * 3_600_000) })).run.id);
  }
  await db.execute(sql`update runs set queued_at = '2026-03-01 10:00:00Z' where id in (${made[1]}, ${made[2]})`);
  const all = await listRuns(db, { tableId });
  expect(all).toHaveLength(5);
  const first = await listRuns(db, { tableId, limit: 4 });
  const rest = await listRuns(db, { tableId, limit: 4, after: first.at(-1) });
  expect([...first, ...rest].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  await start(made[4] ?? "");
  expect((await listRuns(db, { tableId, states: ["running"], reasons: ["schedule"] })).map(({ id }) => id)).toEqual([made[4]]);
});

test("runs are found by a part of their table's name, taken literally and whatever the case, and by its id", async () => {
  const { db } = database;
  const [odd, plain] = [await someTable(db, { name: "Lager_100%.Bestände" }), await someTable(db, { name: "lagerx100y.bestände" })];
  for (const { tableId } of [odd, plain]) await insertRun(db, { tableId, reason: "person", scheduledFor: TICK });
  const found = async (table: string) => (await listNamedRuns(db, { table })).map(({ tableName }) => tableName);
  expect(await found("r_100%.bestände")).toEqual(["Lager_100%.Bestände"]);
  expect(await found(plain.tableId.toUpperCase())).toEqual(["lagerx100y.bestände"]);
  expect(await found("'; drop table runs")).toEqual([]);
  expect(await listNamedRuns(db, { table: "lager", states: ["queued"], reasons: ["history"] })).toEqual([]);
  expect((await listNamedRuns(db, { table: "lager", limit: 1 })).length).toBe(1);
});

test("finished backfill runs are left out where they are not asked for, and a column sorts with the unknown last", async () => {
  const { db } = database;
  const { tableId } = await someTable(db, { name: "sorted.runs" });
  const of = async (reason: "history" | "schedule", hour: number, bytes: number | null, state: string) => {
    const { run } = await insertRun(db, { tableId, reason, scheduledFor: new Date(TICK.getTime() + hour * 3_600_000) });
    await db.execute(sql`update runs set cost_bytes = ${bytes}, state = ${state} where id = ${run.id}`);
    return run.id;
  };
  const [filled, waiting] = [await of("history", 0, 5, "succeeded"), await of("history", 1, null, "queued")];
  const [large, small] = [await of("schedule", 2, 900, "succeeded"), await of("schedule", 3, 20, "succeeded")];
  const ids = async (asked: Parameters<typeof listNamedRuns>[1]) =>
    (await listNamedRuns(db, { table: "sorted.runs", ...asked })).map(({ id }) => id);
  expect(new Set(await ids({ backfill: false }))).toEqual(new Set([waiting, large, small]));
  expect(await ids({ sort: { column: "read", direction: "desc" } })).toEqual([large, small, filled, waiting]);
  expect(await ids({ sort: { column: "read", direction: "asc" }, offset: 1, limit: 2 })).toEqual([small, large]);
});

test("runs under way are in the order of their priority, then age", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  const wish = async (reason: "history" | "schedule" | "person", priority: number) =>
    (await insertRun(db, { tableId, reason, scheduledFor: TICK, priority })).run.id;
  const [history, schedule, person] = [await wish("history", -10), await wish("schedule", 0), await wish("person", 10)];
  expect((await listRunsUnderWay(db, { tableId })).map(({ id }) => id)).toEqual([person, schedule, history]);
});

test("a running run that gave no sign of life is stuck, a queued or lively one is not", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  const [silent, lively] = [await someStartedRun(db, tableId), await someStartedRun(db, tableId)];
  await insertRun(db, { tableId, reason: "person", scheduledFor: TICK });
  await db.execute(sql`update runs set heartbeat_at = now() - interval '1 minute' where id in (${silent.runId}, ${lively.runId})`);
  await updateRunProgress(db, lively);
  const stuck = await findStuckRuns(db, { silentSeconds: 30 });
  expect(stuck.filter((run) => run.tableId === tableId).map(({ id }) => id)).toEqual([silent.runId]);
});

test("a run's log keeps its order, cuts long lines, and is bounded with a last line that says so", async () => {
  const { db } = database;
  const { tableId } = await someTable(db);
  const claim = await someStartedRun(db, tableId);
  const { runId } = claim;
  const line = (message: string) => ({ at: TICK, level: "info" as const, message });
  await appendRunLog(db, claim, [line("one"), line("two")]);
  await appendRunLog(db, claim, [{ ...line("x".repeat(5000)), level: "error" }]);
  const logs = await listRunLogs(db, runId);
  expect(logs.map(({ line, level, at }) => [line, level, at])).toEqual([
    [1, "info", TICK],
    [2, "info", TICK],
    [3, "error", TICK],
  ]);
  expect(logs[2]?.message).toHaveLength(2000);
  for (let round = 0; round < 6; round++)
    await appendRunLog(
      db,
      claim,
      Array.from({ length: 100 }, (_, n) => line(`line ${n}`)),
    );
  const full = await listRunLogs(db, runId);
  expect(full).toHaveLength(500);
  expect(full.at(-1)).toMatchObject({ level: "warn", message: expect.stringMatching(/^The log of a run holds 500 lines/) });
});

test("a log line for a run that is forgotten is dropped, not an error", async () => {
  await expect(
    appendRunLog(database.db, { runId: "00000000-0000-4000-8000-000000000000", attempt: 1 }, [
      { at: TICK, level: "info", message: "late" },
    ]),
  ).resolves.toBeUndefined();
});
