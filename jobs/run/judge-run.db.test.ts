import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptLevel, endAcceptedLevel } from "#db/queries/accepted-levels.ts";
import { applyPersonEvent } from "#db/queries/incident-changes.ts";
import { insertSilence } from "#db/queries/silences.ts";
import { setTablePaused, type TableWithKeys } from "#db/queries/tables.ts";
import { listTableVerdicts } from "#db/queries/verdicts.ts";
import { markOverdue } from "#jobs/tasks/overdue.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import { createJudgedWorld, MINUTE_MS, type JudgedWorld } from "#jobs/testing/judged-world.ts";

let world: JudgedWorld;
beforeAll(async () => {
  world = await createJudgedWorld();
});
afterAll(async () => await world.close());

test("the first surplus row of a promised key opens an incident that says since which commit, how many keys, and three of them", async () => {
  const table = await world.addTable();
  await world.observe(table);
  expect(await world.incidentsOf(table)).toEqual([]);
  world.lake.commit(table.definition.location, { operation: "overwrite" });
  world.finds(table, 5);
  const runId = await world.observe(table);
  const [incident, ...others] = await world.incidentsOf(table);
  expect(others).toEqual([]);
  expect(incident).toMatchObject({
    check: "duplicates",
    state: "open",
    severity: "warn",
    sentence: "5 keys are duplicated (5 extra rows).",
    findings: [{ kind: "first_surplus", metric: "surplus_rows", value: 5, limit: 1, key: { name: "id" } }],
    seen: {
      runId,
      keys: 5,
      snapshotId: "9000000000000000001",
      since: {
        snapshotId: "9000000000000000001",
        committedAt: "2026-03-01T00:01:00.000Z",
        operation: "overwrite",
        lastGoodAt: "2026-03-01T00:00:00.000Z",
        unreadBetween: false,
        isFirst: false,
      },
    },
  });
  expect(incident?.examples.map(({ key, rowCount }) => [key, rowCount])).toEqual([
    [["1"], 2],
    [["2"], 2],
    [["3"], 2],
  ]);
  expect(incident?.events).toMatchObject([{ kind: "opened", runId, tells: true, by: null, detail: { keys: 5 } }]);
});

test("a masked key stays masked in the examples, and a column that is masked later takes them along", async () => {
  const table = await world.addTable({ masked: ["id"] });
  world.finds(table, 1);
  await world.observe(table);
  expect((await world.incidentsOf(table))[0]?.examples).toMatchObject([{ key: ["masked"] }]);
  await world.addTable({ ...table.definition, masked: ["id", "email"] });
  expect((await world.incidentsOf(table))[0]?.examples).toEqual([]);
});

test("seen again it stays one incident, and three good runs resolve it, also where they read no data", async () => {
  const table = await world.addTable();
  world.finds(table, 5);
  for (let at = 0; at < 3; at++) await world.observe(table);
  world.finds(table, 0);
  world.lake.commit(table.definition.location);
  await world.observe(table);
  await world.observe(table, "schedule");
  expect(await world.incidentsOf(table)).toMatchObject([{ state: "open", goodRuns: 2 }]);
  await world.observe(table, "schedule");
  const [incident] = await world.incidentsOf(table);
  expect(incident).toMatchObject({ state: "resolved", resolvedBy: null });
  expect(incident?.events.map(({ kind }) => kind)).toEqual(["opened", "resolved"]);
  world.finds(table, 7);
  world.lake.commit(table.definition.location);
  await world.observe(table);
  expect(await world.incidentsOf(table)).toMatchObject([{ id: incident?.id, state: "open", timesOpened: 2, seen: { keys: 7 } }]);
});

test("an untrusted run opens nothing; its lower bound does, and says at least", async () => {
  const table = await world.addTable();
  world.finds(table, 5, { level: "untrusted", direction: null, reasons: ["A delete was skipped."] });
  await world.observe(table);
  expect(await world.incidentsOf(table)).toEqual([]);
  world.finds(table, 5, { level: "untrusted", direction: "at least", reasons: ["A delete was applied too widely."] });
  const again = await world.addTable();
  world.finds(again, 5, { level: "untrusted", direction: "at least", reasons: ["A delete was applied too widely."] });
  await world.observe(again);
  expect(await world.incidentsOf(again)).toMatchObject([{ sentence: "At least 5 keys are duplicated (5 extra rows)." }]);
});

test("history opens nothing and resolves nothing, and dates what is open", async () => {
  const table = await world.addTable({ commits: 3 });
  world.finds(table, 5);
  await world.observe(table);
  expect(await world.incidentsOf(table)).toMatchObject([
    { seen: { since: { snapshotId: "9000000000000000002", lastGoodAt: null, unreadBetween: true } } },
  ]);
  await world.observe(table, "history", "9000000000000000001");
  expect(await world.incidentsOf(table)).toMatchObject([
    { goodRuns: 0, seen: { since: { snapshotId: "9000000000000000001", unreadBetween: true } } },
  ]);
  world.finds(table, 0);
  await world.observe(table, "history", "9000000000000000000");
  expect(await world.incidentsOf(table)).toMatchObject([
    {
      goodRuns: 0,
      state: "open",
      seen: { since: { snapshotId: "9000000000000000001", lastGoodAt: "2026-03-01T00:00:00.000Z", unreadBetween: false } },
    },
  ]);
  expect(await listTableVerdicts(world.database.db, table.id)).toMatchObject([
    { since: { snapshotId: "9000000000000000001", unreadBetween: false } },
  ]);
  const calm = await world.addTable({ commits: 2 });
  await world.observe(calm);
  world.finds(calm, 5);
  await world.observe(calm, "history", "9000000000000000000");
  await world.observe(calm, "person", "9000000000000000000");
  expect(await world.incidentsOf(calm)).toEqual([]);
});

test("what is accepted opens nothing, and the next rise does", async () => {
  const table = await world.addTable();
  const { now } = world.clock;
  const until = new Date(now.getTime() + 60 * MINUTE_MS);
  const level = {
    tableKeyId: table.keys[0]?.id ?? "",
    metric: "surplus_rows",
    level: 5,
    by: "ann",
    why: "known",
    acceptedAt: now,
    until,
  } as const;
  await acceptLevel(world.database.db, level);
  world.finds(table, 5);
  await world.observe(table);
  expect(await world.incidentsOf(table)).toEqual([]);
  world.finds(table, 6);
  world.lake.commit(table.definition.location);
  await world.observe(table);
  expect(await world.incidentsOf(table)).toMatchObject([
    { findings: [{ value: 6, limit: 6 }], seen: { since: { snapshotId: "9000000000000000001" } } },
  ]);
});

test("once an accepted level has ended or was taken back, the next run judges without it", async () => {
  const { db } = world.database;
  for (const ends of ["by itself", "by a person"]) {
    const table = await world.addTable();
    const acceptedAt = world.clock.now;
    const until = new Date(acceptedAt.getTime() + 2.5 * MINUTE_MS);
    const tableKeyId = table.keys[0]?.id ?? "";
    const level = { tableKeyId, metric: "surplus_rows", level: 5, by: "ann", why: "known", acceptedAt, until } as const;
    const { id } = await acceptLevel(db, level);
    world.finds(table, 5);
    await world.observe(table);
    expect(await world.incidentsOf(table)).toEqual([]);
    if (ends === "by a person") await endAcceptedLevel(db, id, { tableId: table.id, by: "bob", now: world.clock.now });
    else await world.observe(table, "schedule");
    await world.observe(table, "schedule");
    expect(await world.incidentsOf(table)).toMatchObject([{ check: "duplicates", findings: [{ value: 5, limit: 1 }] }]);
  }
});

test("of a silenced table and of a sample nobody is told; during maintenance nothing opens", async () => {
  const { db } = world.database;
  const from = world.clock.now;
  const span = { by: "ann", why: "moving", from, until: new Date(from.getTime() + 60 * MINUTE_MS) };
  const silenced = await world.addTable({ tags: ["gold"] });
  await insertSilence(db, { kind: "silence", scope: { tag: "gold" }, ...span });
  const kept = await world.addTable({ owner: "sales" });
  await insertSilence(db, { kind: "maintenance", scope: { owner: "sales" }, ...span });
  const sample = await world.addTable({ source: "sample" });
  for (const table of [silenced, kept, sample]) {
    world.finds(table, 5);
    await world.observe(table);
  }
  const told = async (table: TableWithKeys) => (await world.incidentsOf(table)).flatMap(({ events }) => events.map(({ tells }) => tells));
  expect([await told(silenced), await told(kept), await told(sample)]).toEqual([[false], [], [false]]);
});

test("a run whose facts are not stored moves no incident", async () => {
  const table = await world.addTable();
  world.finds(table, 5);
  const runId = await world.observe(table);
  await applyPersonEvent(world.database.db, {
    incidentId: (await world.incidentsOf(table))[0]?.id ?? "",
    event: { kind: "acknowledge", by: "ann" },
    now: world.clock.now,
  });
  expect(await runTable(world.deps, { runId })).toBe("over");
  expect(await world.incidentsOf(table)).toMatchObject([
    { state: "acknowledged", goodRuns: 0, events: [{ kind: "opened" }, { kind: "acknowledged", by: "ann" }] },
  ]);
});

test("a missing observation opens an incident of runs, which ends with the next one; not where the table is paused or silenced", async () => {
  const { db } = world.database;
  const [late, paused, silenced] = [await world.addTable(), await world.addTable(), await world.addTable()];
  // The store notes a success by its own clock.
  world.clock.now = new Date();
  for (const table of [late, paused, silenced]) await world.observe(table);
  await setTablePaused(db, paused.id, true);
  const from = world.clock.now;
  world.clock.now = new Date(from.getTime() + 5 * 60 * MINUTE_MS);
  await insertSilence(db, {
    kind: "silence",
    scope: { tableId: silenced.id },
    by: "ann",
    why: "moving",
    from,
    until: new Date(from.getTime() + 1e9),
  });
  await markOverdue(world.deps);
  await markOverdue(world.deps);
  const [incident, ...others] = await world.incidentsOf(late);
  expect(others).toEqual([]);
  expect(incident).toMatchObject({
    check: "runs",
    state: "open",
    sentence: expect.stringMatching(/^No observation for \d+ (?:h|min) after it was due\.$/),
  });
  expect([await world.incidentsOf(paused), await world.incidentsOf(silenced)]).toEqual([[], []]);
  await world.observe(late);
  expect(await world.incidentsOf(late)).toMatchObject([{ id: incident?.id, state: "resolved", resolvedBy: null }]);
});

test("an incident of runs ends when its table is paused", async () => {
  const table = await world.addTable();
  world.clock.now = new Date();
  await world.observe(table);
  world.clock.now = new Date(world.clock.now.getTime() + 5 * 60 * MINUTE_MS);
  await markOverdue(world.deps);
  await setTablePaused(world.database.db, table.id, true);
  await markOverdue(world.deps);
  expect(await world.incidentsOf(table)).toMatchObject([{ check: "runs", state: "resolved" }]);
});
