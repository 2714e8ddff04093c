import { afterAll, beforeAll, expect, test } from "vitest";
import { listTableVerdicts, listVerdictsAt } from "#db/queries/verdicts.ts";
import { judgeUnjudged } from "#jobs/run/judge-unjudged.ts";
import { judgeAfterwards } from "#jobs/tasks/judge-afterwards.ts";
import { createJudgedWorld, type JudgedWorld } from "#jobs/testing/judged-world.ts";

let world: JudgedWorld;
beforeAll(async () => {
  world = await createJudgedWorld();
});
afterAll(async () => await world.close());

test("after an upgrade the newest observation is judged at once, older ones follow marked, and these move no incident", async () => {
  const { db } = world.database;
  const table = await world.addTable();
  const times: Date[] = [];
  for (const surplus of [0, 200, 200, 0, 0, 0]) {
    world.finds(table, surplus);
    world.lake.commit(table.definition.location);
    await world.observe(table);
    times.push(world.clock.now);
  }
  const before = await world.incidentsOf(table);
  expect(before).toMatchObject([{ state: "resolved" }]);
  const keyVersionId = (await listTableVerdicts(db, table.id))[0]?.keyVersionId ?? 0;
  await world.database.db.execute("delete from verdicts");
  expect(await judgeAfterwards(world.deps)).toBe(0);

  expect(await judgeUnjudged(world.deps)).toBe(1);
  expect(await judgeUnjudged(world.deps)).toBe(0);
  expect(await listTableVerdicts(db, table.id)).toMatchObject([{ state: "ok", observedAt: times.at(-1), judgedAfterwards: false }]);

  expect(await judgeAfterwards(world.deps)).toBe(5);
  expect(await judgeAfterwards(world.deps)).toBe(0);
  const at = async (place: number) => (await listVerdictsAt(db, [keyVersionId], times[place] ?? new Date(0))).get(keyVersionId);
  expect(await at(0)).toMatchObject({ state: "ok", judgedAfterwards: true });
  expect(await at(2)).toMatchObject({
    state: "alert",
    judgedAfterwards: true,
    observedAt: times[2],
    since: { snapshotId: "9000000000000000002", lastGoodAt: "2026-03-01T00:01:00.000Z" },
  });
  expect(await world.incidentsOf(table)).toEqual(before);
});

test("an upgrade opens an incident for what was never judged so, and repeats nothing", async () => {
  const { db } = world.database;
  const table = await world.addTable();
  world.finds(table, 5);
  await world.observe(table);
  const [before] = await world.incidentsOf(table);
  await db.execute("delete from verdicts");
  await judgeUnjudged(world.deps);
  const [after, ...others] = await world.incidentsOf(table);
  expect(others).toEqual([]);
  expect(after).toMatchObject({ state: "open", goodRuns: before?.goodRuns, timesOpened: 1, seen: before?.seen });
  expect(after?.events).toHaveLength(1);
});
