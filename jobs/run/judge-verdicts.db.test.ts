import { afterAll, beforeAll, expect, test } from "vitest";
import { listTableVerdicts } from "#db/queries/verdicts.ts";
import { createJudgedWorld, type JudgedWorld } from "#jobs/testing/judged-world.ts";

let world: JudgedWorld;
beforeAll(async () => {
  world = await createJudgedWorld();
});
afterAll(async () => await world.close());

test("the verdict of an observation is stored with it, and names what the incident names", async () => {
  const table = await world.addTable();
  await world.observe(table);
  expect(await listTableVerdicts(world.database.db, table.id)).toMatchObject([{ state: "ok", sentence: "No duplicates.", findings: [] }]);
  world.lake.commit(table.definition.location, { operation: "overwrite" });
  world.finds(table, 163);
  const runId = await world.observe(table);
  const [verdict, ...others] = await listTableVerdicts(world.database.db, table.id);
  const [incident] = await world.incidentsOf(table);
  expect(others).toEqual([]);
  expect(verdict).toMatchObject({
    runId,
    state: "alert",
    metric: "surplus_rows",
    value: 163,
    limit: 1,
    sentence: incident?.sentence,
    since: incident?.seen.since,
    findings: [{ severity: "alert", since: { snapshotId: "9000000000000000001" } }],
    judgedAfterwards: false,
  });
});

test("a limit that is crossed later than a milder one is dated by its own crossing, in verdict and incident", async () => {
  const table = await world.addTable();
  const ratio = (rows: number) => {
    const files = { files: 1, bytes: 10 };
    world.lakeTable(table).finds = { plan: { data: { ...files, rows: 100 }, deletionVectors: { ...files, rows } } };
  };
  for (const deleted of [0, 30, 60]) {
    ratio(deleted);
    if (deleted > 0) world.lake.commit(table.definition.location);
    await world.observe(table);
  }
  const since = { snapshotId: "9000000000000000002", lastGoodAt: "2026-03-01T00:01:00.000Z" };
  expect(await listTableVerdicts(world.database.db, table.id)).toMatchObject([
    { state: "alert", metric: "delete_ratio", limit: 0.5, since },
  ]);
  expect(await world.incidentsOf(table)).toMatchObject([{ check: "delete_backlog", seen: { datedBy: { limit: 0.5 }, since } }]);
});
