import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { findFacts } from "#db/queries/facts.ts";
import { listRunLogs, listRuns } from "#db/queries/runs.ts";
import { listSnapshots } from "#db/queries/snapshots.ts";
import { getTable } from "#db/queries/tables.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());
beforeEach(async () => {
  world.lake.readings.length = 0;
  world.lake.listings = 0;
  await world.takeSent();
});

describe("a run that reads", () => {
  test("stores facts, an observation and when the next one is due, and calls for history", async () => {
    const table = await world.addTable({ schedule: { by: "interval", everySeconds: 3600 }, commits: 2 });
    const run = await world.request(table.id, "schedule");
    await world.takeSent();
    expect(await runTable(world.deps, { runId: run.id })).toBe("succeeded");
    expect(await world.run(run.id)).toMatchObject({
      state: "succeeded",
      attempt: 1,
      workerId: "worker 1",
      snapshotId: "9000000000000000001",
    });
    const [key, after] = [(await getTable(world.database.db, table.id)).keys[0], await getTable(world.database.db, table.id)];
    const at = { keyVersionId: key?.currentVersionId ?? 0, snapshotId: "9000000000000000001", engine: "duckdb" };
    expect(await findFacts(world.database.db, at)).toMatchObject({ values: { rows: 30, surplus_rows: 0 }, trust: { level: "exact" } });
    expect(after.nextObservationDueAt?.getTime()).toBeGreaterThan(world.clock.now.getTime());
    const [step] = await listRuns(world.database.db, { tableId: table.id, reasons: ["history"] });
    expect(step).toMatchObject({ state: "queued", askedSnapshotId: "9000000000000000000" });
    expect(await world.takeSent()).toEqual([{ name: "run-table", data: { runId: step?.id }, afterSeconds: 0 }]);
    expect((await listRunLogs(world.database.db, run.id)).map(({ message }) => message)).toEqual([
      "reading the manifests",
      "counting keys",
    ]);
  });

  test("says while it reads what it does and how much it is going to read", async () => {
    const table = await world.addTable();
    const run = await world.request(table.id, "person");
    let seen: unknown;
    world.lakeTable(table).reading = async () =>
      await vi.waitFor(async () => expect((seen = (await world.run(run.id)).progress)).not.toBeNull(), { timeout: 30_000 });
    await runTable(world.deps, { runId: run.id });
    expect(seen).toEqual({ phase: "counting", detail: "counting keys", bytesPlanned: expect.any(Number) });
    expect((await world.run(run.id)).progress).toBeNull();
  });

  test("twice stores its facts once and changes nothing the second time", async () => {
    const table = await world.addTable();
    const run = await world.request(table.id, "schedule");
    await runTable(world.deps, { runId: run.id });
    expect(await runTable(world.deps, { runId: run.id })).toBe("over");
    expect([await world.count("snapshot_facts", table.id), await world.count("observations", table.id)]).toEqual([1, 1]);
  });

  test("reads all keys of a table at one snapshot, though a commit comes in between", async () => {
    const keys = ["id", "line"].map((name) => ({ name, columns: [name], promise: "unique" as const, keep: "last" as const }));
    const table = await world.addTable({ keys });
    const run = await world.request(table.id, "person");
    world.lakeTable(table).reading = async ({ key }) => {
      if (key[0] === "id") world.lake.commit(table.definition.location);
      return await Promise.resolve();
    };
    expect(await runTable(world.deps, { runId: run.id })).toBe("succeeded");
    const { rows } = await world.database.db.execute(`select distinct snapshot_id::text from observations where run_id = '${run.id}'`);
    expect(rows).toEqual([{ snapshot_id: "9000000000000000000" }]);
    expect(world.lake.readings.map(({ key, snapshot }) => [key[0], snapshot.by])).toEqual([
      ["id", "current"],
      ["line", "current"],
      ["line", "id"],
    ]);
  });

  test("stores a sample without the values of masked columns", async () => {
    const table = await world.addTable({ masked: ["email"] });
    const values = { id: "1", email: "ann@example.org" };
    const row = { values, topic: null, partition: null, offset: null, keyBytesHex: null, file: null, position: null, sequenceNumber: null };
    world.lakeTable(table).finds = { samples: [{ key: ["1"], rowCount: 2, partitions: [], keyBytesHex: [], rows: [row, row] }] };
    await runTable(world.deps, { runId: (await world.request(table.id, "person")).id });
    const { rows } = await world.database.db.execute<{ rows: unknown }>(
      `select s.rows from samples s join key_versions v on v.id = key_version_id join table_keys k on k.id = table_key_id where table_id = '${table.id}'`,
    );
    expect(JSON.stringify(rows)).toMatch(/"email":"masked 1"/);
    expect(JSON.stringify(rows)).not.toMatch(/ann@example/);
  });

  test("masks what was said to be masked while it read", async () => {
    const table = await world.addTable();
    const values = { id: "1", email: "ann@example.org" };
    const row = { values, topic: null, partition: null, offset: null, keyBytesHex: null, file: null, position: null, sequenceNumber: null };
    world.lakeTable(table).finds = { samples: [{ key: ["1"], rowCount: 2, partitions: [], keyBytesHex: [], rows: [row, row] }] };
    world.lakeTable(table).reading = async () => void (await world.addTable({ ...table.definition, masked: ["email"] }));
    await runTable(world.deps, { runId: (await world.request(table.id, "person")).id });
    expect(await world.count("samples", table.id)).toBe(1);
    const { rows } = await world.database.db.execute("select rows from samples");
    expect(JSON.stringify(rows)).not.toMatch(/ann@example/);
  });

  test("keeps its sample while what is masked stays or shrinks, and loses it to a column that is masked later", async () => {
    const table = await world.addTable({ masked: ["note"] });
    const values = { id: "1", email: "ann@example.org", note: "x" };
    const row = { values, topic: null, partition: null, offset: null, keyBytesHex: null, file: null, position: null, sequenceNumber: null };
    world.lakeTable(table).finds = { samples: [{ key: ["1"], rowCount: 2, partitions: [], keyBytesHex: [], rows: [row, row] }] };
    await runTable(world.deps, { runId: (await world.request(table.id, "person")).id });
    await world.addTable({ ...table.definition, masked: [], owner: "Sales" });
    expect(await world.count("samples", table.id)).toBe(1);
    await world.addTable({ ...table.definition, masked: ["email"] });
    expect(await world.count("samples", table.id)).toBe(0);
  });

  test("of a table that was made again under its name starts a new version of its keys", async () => {
    const table = await world.addTable();
    await runTable(world.deps, { runId: (await world.request(table.id, "person")).id });
    const before = (await getTable(world.database.db, table.id)).keys[0]?.currentVersionId;
    world.lakeTable(table).uuid = "another";
    await runTable(world.deps, { runId: (await world.request(table.id, "person")).id });
    expect((await getTable(world.database.db, table.id)).keys[0]?.currentVersionId).not.toBe(before);
    expect(await world.count("snapshot_facts", table.id)).toBe(2);
  });
});

describe("a scheduled run of a known snapshot", () => {
  test("reads no data and makes an observation by the clock of now", async () => {
    const table = await world.addTable();
    await runTable(world.deps, { runId: (await world.request(table.id, "schedule")).id });
    world.clock.now = new Date("2026-03-01T13:00:00Z");
    const run = await world.request(table.id, "schedule");
    expect(await runTable(world.deps, { runId: run.id })).toBe("succeeded");
    expect([world.lake.readings.length, world.lake.listings]).toEqual([1, 1]);
    const { rows } = await world.database.db.execute(
      `select observed_at, snapshot_age_seconds, source_lag_seconds, trust_level, snapshot_id::text from observations where run_id = '${run.id}'`,
    );
    expect(rows).toEqual([
      expect.objectContaining({
        snapshot_age_seconds: 46_800,
        source_lag_seconds: 46_860,
        trust_level: "exact",
        snapshot_id: "9000000000000000000",
      }),
    ]);
    expect(await world.count("snapshot_facts", table.id)).toBe(1);
  });

  test("reads when a snapshot was committed, and a person's wish reads always", async () => {
    const table = await world.addTable();
    await runTable(world.deps, { runId: (await world.request(table.id, "schedule")).id });
    world.lake.commit(table.definition.location);
    await runTable(world.deps, { runId: (await world.request(table.id, "schedule")).id });
    await runTable(world.deps, { runId: (await world.request(table.id, "person")).id });
    expect(world.lake.readings).toHaveLength(3);
    expect([await world.count("snapshot_facts", table.id), await world.count("observations", table.id)]).toEqual([2, 3]);
  });

  test("of a sample table stands an hour after its last commit, and none is due", async () => {
    const table = await world.addTable({ source: "sample", commits: 3 });
    await runTable(world.deps, { runId: (await world.request(table.id, "schedule")).id });
    const { nextObservationDueAt, lastObservedAt } = await getTable(world.database.db, table.id);
    expect([nextObservationDueAt, lastObservedAt]).toEqual([null, new Date("2026-03-01T01:02:00Z")]);
  });
});

describe("a run for history", () => {
  test("stores facts of its snapshot, without an observation, a sample or a new due time", async () => {
    const table = await world.addTable({ commits: 3 });
    await runTable(world.deps, { runId: (await world.request(table.id, "schedule")).id });
    const before = await getTable(world.database.db, table.id);
    const run = await world.request(table.id, "history", { askedSnapshotId: "9000000000000000000" });
    expect(await runTable(world.deps, { runId: run.id })).toBe("succeeded");
    expect(world.lake.readings.at(-1)).toMatchObject({ snapshot: { by: "id", id: "9000000000000000000" }, sample: { keysMax: 0 } });
    expect([await world.count("snapshot_facts", table.id), await world.count("observations", table.id)]).toEqual([2, 1]);
    expect(await getTable(world.database.db, table.id)).toEqual(before);
  });

  test("reads nothing where the facts are known", async () => {
    const table = await world.addTable();
    await runTable(world.deps, { runId: (await world.request(table.id, "schedule")).id });
    const run = await world.request(table.id, "history", { askedSnapshotId: "9000000000000000000" });
    expect(await runTable(world.deps, { runId: run.id })).toBe("skipped");
    expect(world.lake.readings).toHaveLength(1);
  });

  test("of a snapshot that expired meanwhile is skipped, and the snapshot is known to be gone", async () => {
    const table = await world.addTable({ commits: 2 });
    await runTable(world.deps, { runId: (await world.request(table.id, "schedule")).id });
    world.lakeTable(table).snapshots.shift();
    const run = await world.request(table.id, "history", { askedSnapshotId: "9000000000000000000" });
    expect(await runTable(world.deps, { runId: run.id })).toBe("skipped");
    const [first, second] = await listSnapshots(world.database.db, table.id);
    expect([first?.expiredAt, second?.expiredAt]).toEqual([expect.any(Date), null]);
  });
});
