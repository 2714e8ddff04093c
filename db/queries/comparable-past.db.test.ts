import { afterAll, beforeAll, expect, test } from "vitest";
import { someCompletedRun, someResult, someStartedRun, someTable, type StoredTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { listComparablePast } from "./comparable-past.ts";
import { completeRun } from "./complete-run.ts";
import type { TrustLevel } from "#lib/names.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const minute = (at: number): Date => new Date(Date.UTC(2026, 2, 1) + at * 60_000);

async function see(table: StoredTable, at: number, level: TrustLevel = "exact"): Promise<string> {
  const run = await someStartedRun(database.db, table.tableId);
  const result = someResult(table.keyVersionId, { readings: { multi_partition_keys: at, distinct_keys: 1000, data_files: 7 } });
  await completeRun(
    database.db,
    run,
    someCompletedRun(table, {
      snapshot: { id: String(at + 1), committedAt: minute(at) },
      observedAt: minute(at),
      results: [{ ...result, trust: { ...result.trust, level } }],
    }),
  );
  return run.runId;
}

test("a past has the last observation of each hour, newest first, without the run's own, the untrusted and the old", async () => {
  const table = await someTable(database.db);
  for (const at of [0, 60, 70, 119, 125]) await see(table, at);
  await see(table, 130, "untrusted");
  const runId = await see(table, 180);
  const { engine } = someResult(table.keyVersionId);
  const past = await listComparablePast(database.db, { keyVersionId: table.keyVersionId, engine: engine.name, runId, since: minute(30) });
  expect(past.map(({ observedAt }) => observedAt)).toEqual([minute(125), minute(119)]);
  expect(past[0]?.values).toMatchObject({ multi_partition_keys: 125, distinct_keys: 1000, commit_lag_seconds: null });
  expect(past[0]?.values).not.toHaveProperty("data_files");
});
