import { afterAll, beforeAll, expect, test } from "vitest";
import { someStartedRun, someTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { appendRunLog, updateRunProgress } from "./run-states.ts";
import { getRunView } from "./run-view.ts";
import { RunLogAnswer } from "#lib/contracts/run-view.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

test("a run is shown with its table's name, where it is, and what it said after a line", async () => {
  const { db } = database;
  const { tableId, tableName } = await someTable(db);
  const claim = await someStartedRun(db, tableId);
  await updateRunProgress(db, claim, { phase: "counting", detail: "counting keys", bytesPlanned: 10 });
  const at = new Date("2026-03-01T10:00:00Z");
  const line = (message: string) => ({ at, level: "info" as const, message });
  await appendRunLog(db, claim, [line("one"), line("two"), line("three")]);
  const { run, lines } = await getRunView(db, { runId: claim.runId, after: 1 });
  expect(run).toMatchObject({ id: claim.runId, tableId, tableName, state: "running", attempt: 1, error: null, worker: "worker 1" });
  expect(run.progress).toEqual({ phase: "counting", detail: "counting keys", bytesPlanned: 10 });
  expect(lines.map(({ line, message }) => [line, message])).toEqual([
    [2, "two"],
    [3, "three"],
  ]);
  expect(RunLogAnswer.parse({ run, lines })).toEqual({ run, lines });
});

test("a run that nobody knows is said to be unknown", async () => {
  await expect(getRunView(database.db, { runId: "00000000-0000-4000-8000-000000000000" })).rejects.toMatchObject({ code: "unknown_run" });
});
