import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { queueSender } from "../queue-sender.ts";
import { someCompletedRun, someResult, someSample, someSnapshots, someStartedRun, someTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { completeRun } from "./complete-run.ts";
import { findFacts, findLatestFacts } from "./facts.ts";
import { cancelRun, startRun } from "./run-states.ts";
import { getRun } from "./runs.ts";
import { findSample, listSamples } from "./samples.ts";
import { someVerdict } from "#lib/testing/cause-facts.ts";
import { listTableOverview } from "./overview.ts";
import { getTable } from "./tables.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const SNAPSHOT = "5834977859330697266";

/** Rows of each table that a completed run writes to, of one table alone. */
async function counts(keyVersionId: number): Promise<Record<string, unknown> | undefined> {
  const { rows } = await database.db.execute(sql`
    select (select count(*)::int from snapshot_facts where key_version_id = ${keyVersionId}) as facts,
      (select count(*)::int from observations where key_version_id = ${keyVersionId}) as observations,
      (select count(*)::int from samples where key_version_id = ${keyVersionId}) as samples`);
  return rows[0];
}

test("all that a run found is stored at once: facts, observation, sample, snapshots, the run's end and what its table shows", async () => {
  const { db } = database;
  const table = await someTable(db);
  const claim = await someStartedRun(db, table.tableId);
  const dueAt = new Date("2026-03-01T11:05:00Z");
  const completed = someCompletedRun(table, {
    results: [
      someResult(table.keyVersionId, {
        trust: { level: "partial", direction: "at most", reasons: ["Two delete files could not be read."] },
        readings: {
          rows: 2 ** 53 - 1,
          surplus_rows: 0,
          delete_ratio: 0.1,
          ghost_rows: { notComputed: "No op column." },
          snapshot_age_seconds: 0.5,
        },
        partitionsPerKey: { "0": 0, "1": 5, "2": 4, "3": 0, "4": 0, "5+": 1 },
        samples: [someSample()],
      }),
    ],
    retained: someSnapshots(3),
    nextObservationDueAt: dueAt,
  });
  expect(await completeRun(db, claim, completed)).toBe(true);
  const facts = await findFacts(db, { keyVersionId: table.keyVersionId, snapshotId: SNAPSHOT, engine: "DuckDB" });
  expect(facts).toMatchObject({
    committedAt: completed.snapshot?.committedAt,
    values: { rows: 2 ** 53 - 1, surplus_rows: 0, delete_ratio: 0.1, ghost_rows: null, distinct_keys: null },
    notComputed: { ghost_rows: "No op column." },
    partitionsPerKey: { "0": 0, "1": 5, "2": 4, "3": 0, "4": 0, "5+": 1 },
    trust: { level: "partial", direction: "at most", reasons: ["Two delete files could not be read."] },
    readBy: "own plan",
    carried: false,
  });
  expect(await getRun(db, claim.runId)).toMatchObject({
    state: "succeeded",
    snapshotId: SNAPSHOT,
    costBytes: 1200,
    costMs: 80.5,
    engineVersion: "1.5.5",
    finishedAt: expect.any(Date),
    progress: null,
  });
  expect(await getTable(db, table.tableId)).toMatchObject({
    lastRunState: "succeeded",
    lastSnapshotId: SNAPSHOT,
    lastTrustLevel: "partial",
    lastObservedAt: completed.observedAt,
    nextObservationDueAt: dueAt,
    lastSucceededAt: expect.any(Date),
  });
  const [sample] = await listSamples(db, { keyVersionId: table.keyVersionId, snapshotId: SNAPSHOT });
  expect(sample).toMatchObject({ ...someSample(), rank: 1, expiresAt: completed.samplesExpireAt });
  expect(await findSample(db, { tableKeyId: table.tableKeyId, keyHash: someSample().keyHash })).toMatchObject({ rank: 1 });
  expect(await findSample(db, { tableKeyId: table.tableKeyId, keyHash: `k1x${"cd".repeat(30)}f` })).toBeNull();
  expect(await counts(table.keyVersionId)).toEqual({ facts: 1, observations: 1, samples: 1 });
});

test("storing a run twice changes nothing, not even by the worker that took it over", async () => {
  const { db } = database;
  const table = await someTable(db);
  const claim = await someStartedRun(db, table.tableId);
  const taken = await startRun(db, { runId: claim.runId, workerId: "worker 2" });
  if (!taken.started) throw new Error("not taken over");
  const first = someCompletedRun(table);
  const late = someCompletedRun(table, { results: [someResult(table.keyVersionId, { readings: { rows: 1 }, samples: [someSample()] })] });
  expect(await completeRun(db, claim, late)).toBe(false);
  expect(await completeRun(db, taken.claim, first)).toBe(true);
  const stored = await findLatestFacts(db, { keyVersionId: table.keyVersionId, engine: "DuckDB" });
  expect(await completeRun(db, taken.claim, late)).toBe(false);
  expect(await findLatestFacts(db, { keyVersionId: table.keyVersionId, engine: "DuckDB" })).toEqual(stored);
  expect(stored?.values.rows).toBe(30);
  expect(await counts(table.keyVersionId)).toEqual({ facts: 1, observations: 1, samples: 0 });
});

test("a second run of the same snapshot adds an observation and leaves the facts, but keeps the sample alive", async () => {
  const { db } = database;
  const table = await someTable(db);
  const complete = async (expiry: string, newFacts: boolean, rows: number) =>
    await completeRun(
      db,
      await someStartedRun(db, table.tableId),
      someCompletedRun(table, {
        samplesExpireAt: new Date(expiry),
        results: [someResult(table.keyVersionId, { newFacts, readings: { rows }, samples: newFacts ? [someSample()] : [] })],
      }),
    );
  await complete("2026-03-08T00:00:00Z", true, 30);
  await complete("2026-03-09T00:00:00Z", true, 31);
  await complete("2026-03-10T00:00:00Z", false, 32);
  await complete("2026-03-01T00:00:00Z", false, 32);
  expect(await counts(table.keyVersionId)).toEqual({ facts: 1, observations: 4, samples: 1 });
  expect((await findLatestFacts(db, { keyVersionId: table.keyVersionId, engine: "DuckDB" }))?.values.rows).toBe(30);
  const [sample] = await listSamples(db, { keyVersionId: table.keyVersionId, snapshotId: SNAPSHOT });
  expect(sample?.expiresAt).toEqual(new Date("2026-03-10T00:00:00Z"));
});

test("an observation made by a clock that was ahead is not the latest once the clock was set right", async () => {
  const { db } = database;
  const table = await someTable(db);
  const observe = async (time: string, snapshot: string): Promise<void> =>
    void (await completeRun(
      db,
      await someStartedRun(db, table.tableId),
      someCompletedRun(table, { observedAt: new Date(time), snapshot: { id: snapshot, committedAt: new Date("2026-03-01T10:00:00Z") } }),
    ));
  await observe("2026-03-01T11:00:00Z", "1");
  await observe("2027-01-01T00:00:00Z", "2");
  await observe("2026-03-01T12:00:00Z", "3");
  const [row] = await listTableOverview(db, { metrics: ["rows"], tableIds: [table.tableId] });
  expect(row?.observation).toMatchObject({ snapshotId: "3", observedAt: new Date("2026-03-01T12:00:00Z") });
  expect(await counts(table.keyVersionId)).toMatchObject({ observations: 3 });
});

test("a cancelled run stores nothing, and what was to be sent with it is not sent", async () => {
  const { db } = database;
  const table = await someTable(db);
  const claim = await someStartedRun(db, table.tableId);
  await cancelRun(db, claim.runId);
  let sent = false;
  expect(
    await completeRun(db, claim, someCompletedRun(table), async () => {
      sent = true;
    }),
  ).toBe(false);
  expect(sent).toBe(false);
  expect(await counts(table.keyVersionId)).toEqual({ facts: 0, observations: 0, samples: 0 });
});

test("when what is written alongside fails, nothing is stored and the run is still running", async () => {
  const { db } = database;
  const table = await someTable(db);
  const claim = await someStartedRun(db, table.tableId);
  const failing = completeRun(db, claim, someCompletedRun(table), async (tx) => {
    await queueSender(tx).executeSql("insert into no_such_queue values ($1)", [1]);
  });
  await expect(failing).rejects.toThrow("no_such_queue");
  expect(await counts(table.keyVersionId)).toEqual({ facts: 0, observations: 0, samples: 0 });
  expect(await getRun(db, claim.runId)).toMatchObject({ state: "running" });
});

test("what is written alongside by the queue's sender is there when the run is stored", async () => {
  const { db } = database;
  const table = await someTable(db);
  await db.execute(sql`create table messages (body jsonb, ids uuid[])`);
  await completeRun(db, await someStartedRun(db, table.tableId), someCompletedRun(table), async (tx) => {
    await queueSender(tx).executeSql("insert into messages values ($1, $2::uuid[])", [{ table: table.tableId }, [table.tableId]]);
  });
  expect((await db.execute(sql`select body ->> 'table' as "of", ids[1] as id from messages`)).rows).toEqual([
    { of: table.tableId, id: table.tableId },
  ]);
});

test("a run that fills history has facts and no observation, and its table shows nothing new", async () => {
  const { db } = database;
  const table = await someTable(db);
  const claim = await someStartedRun(db, table.tableId, { reason: "history" });
  await completeRun(db, claim, someCompletedRun(table, { observes: false }));
  expect(await counts(table.keyVersionId)).toEqual({ facts: 1, observations: 0, samples: 0 });
  expect(await getTable(db, table.tableId)).toMatchObject({ lastRunState: null, lastObservedAt: null, lastSucceededAt: null });
});

test("a table that was never written has an observation and no facts", async () => {
  const { db } = database;
  const table = await someTable(db);
  const claim = await someStartedRun(db, table.tableId);
  await completeRun(db, claim, someCompletedRun(table, { snapshot: null }));
  expect(await counts(table.keyVersionId)).toEqual({ facts: 0, observations: 1, samples: 0 });
  expect(await getTable(db, table.tableId)).toMatchObject({ lastSnapshotId: null, lastObservedAt: expect.any(Date) });
});

test("runs that end at once with the same new reasons share them and do not wait for each other", async () => {
  const { db } = database;
  const tables = await Promise.all([1, 2, 3, 4].map(async () => await someTable(db)));
  const readings = { ghost_rows: { notComputed: "Reason one." }, seconds_since_compaction: { notComputed: "Reason two." } };
  await Promise.all(
    tables.map(async (table) => {
      const results = [someResult(table.keyVersionId, { readings })];
      expect(await completeRun(db, await someStartedRun(db, table.tableId), someCompletedRun(table, { results }))).toBe(true);
    }),
  );
  const { rows } = await db.execute(sql`select count(*)::int as sets from reason_sets where reasons::text like '%Reason one%'`);
  expect(rows).toEqual([{ sets: 1 }]);
});

test("a snapshot that is read again gets the causes and the sample of the later reading", async () => {
  const table = await someTable(database.db);
  for (const verdict of [null, someVerdict()]) {
    const claim = await someStartedRun(database.db, table.tableId);
    const samples = [someSample({ keyHash: verdict === null ? "old" : "new", verdict })];
    await completeRun(database.db, claim, someCompletedRun(table, { results: [someResult(table.keyVersionId, { samples })] }));
  }
  const kept = await listSamples(database.db, { keyVersionId: table.keyVersionId, snapshotId: "5834977859330697266" });
  expect(kept.map(({ keyHash, cause }) => [keyHash, cause])).toEqual([["new", "partition_drift"]]);
});
