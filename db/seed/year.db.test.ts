import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allVariables } from "#lib/env.ts";
import { listTableOverview } from "../queries/overview.ts";
import { getSeries } from "../queries/series.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { seedYear } from "./year.ts";

const NOW = new Date("2026-03-11T00:30:00Z");
const OPTIONS = { tables: 20, days: 3, now: NOW, say: () => {} };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await seedYear(database.db, OPTIONS);
});
afterAll(async () => await database.drop());

test("each table has a snapshot and its facts every hour up to now, an observation of each, and what its overview shows", async () => {
  const { rows } = await database.db.execute(sql`
    select (select count(*)::int from tables) as tables, (select count(*)::int from snapshot_facts) as facts,
      (select count(*)::int from observations) as observations, (select count(*)::int from runs) as runs,
      (select count(*)::int from snapshots join snapshot_facts using (snapshot_id)) as snapshots,
      (select count(*)::int from snapshots one join snapshots parent on parent.table_id = one.table_id and parent.snapshot_id = one.parent_id) as children`);
  expect(rows).toEqual([{ tables: 20, facts: 20 * 72, observations: 20 * 72, runs: 20 * 72, snapshots: 20 * 72, children: 20 * 71 }]);
  const overview = await listTableOverview(database.db, { metrics: ["surplus_rows", "rows"] });
  expect(overview).toHaveLength(20);
  for (const { table, observation, facts } of overview) {
    expect(table).toMatchObject({ lastRunState: "succeeded", lastSnapshotId: observation?.snapshotId });
    expect(facts?.committedAt.getTime()).toBeGreaterThanOrEqual(Date.UTC(2026, 2, 11));
  }
  expect(overview.filter(({ facts }) => (facts?.values.surplus_rows ?? 0) > 0)).toHaveLength(1);
});

test("the newest observation of each key has a verdict, and so has the last one of each week before", async () => {
  const { rows } = await database.db.execute(sql`
    select observed_at < '2026-03-09' as before, judged_afterwards, count(*)::int as count,
      (count(*) filter (where metric = 'surplus_rows' and since ->> 'lastGoodAt' is not null))::int as duplicated
    from verdicts group by 1, 2 order by 1`);
  expect(rows).toEqual([
    { before: false, judged_afterwards: false, count: 20, duplicated: 1 },
    { before: true, judged_afterwards: true, count: 20, duplicated: 0 },
  ]);
});

test("the duplicates of one table begin after two thirds of the time and grow", async () => {
  const overview = await listTableOverview(database.db, { metrics: ["surplus_rows"] });
  const bad = overview.find(({ facts }) => (facts?.values.surplus_rows ?? 0) > 0);
  const range = { from: new Date("2026-03-01T00:00:00Z"), to: NOW, pointsMax: 100 };
  const series = await getSeries(database.db, { ...range, tableKeyId: bad?.key.id ?? "", metrics: ["surplus_rows"] });
  const surpluses = series.map(({ values }) => values.surplus_rows?.last ?? 0);
  expect(surpluses.slice(0, 47).every((surplus) => surplus === 0)).toBe(true);
  expect(surpluses.at(-1)).toBeGreaterThan(surpluses.at(-2) ?? 0);
});

test("the cause of each duplicated key is counted at every snapshot, and what the cause of most keys asks for can be read from the last one", async () => {
  const { rows } = await database.db.execute(sql`
    select count(*)::int as snapshots, bool_and(told.keys = facts.duplicated_keys and found.duplicated_keys = facts.duplicated_keys) as adds_up
    from snapshot_facts facts left join cause_facts found using (key_version_id, snapshot_id)
    left join lateral (select sum((share ->> 'keys')::bigint) as keys from jsonb_array_elements(causes -> 'shares') as share) as told on true
    where facts.duplicated_keys > 0`);
  expect(rows).toEqual([{ snapshots: 24, adds_up: true }]);
  const overview = await listTableOverview(database.db, { metrics: ["surplus_rows"] });
  const [bad, ...others] = overview.filter(({ causes }) => causes !== null);
  expect(bad?.causes?.map(({ cause }) => cause)).toEqual(["key_encoding", "partition_drift", "unknown"]);
  expect(others).toEqual([]);
});

test("each bad table has an incident that is dated by its first surplus row, and of which no channel is told", async () => {
  const { rows } = await database.db.execute(sql`
    select state, (seen -> 'since' ->> 'committedAt')::timestamptz = (select min(committed_at) from snapshot_facts where surplus_rows > 0) as dated,
      (select array_agg(kind order by id) from incident_events) as kinds, (select bool_or(tells) from incident_events) as tells from incidents`);
  expect(rows).toEqual([{ state: "open", dated: true, kinds: ["opened", "dated"], tells: false }]);
});

test("a database that was seeded is not seeded again", async () => {
  await expect(seedYear(database.db, OPTIONS)).rejects.toMatchObject({
    code: "usage",
    message: expect.stringContaining("seed an empty one"),
  });
});

test("the command lists the states there are, and fills the database of DATABASE_URL", async () => {
  const run = async (...args: string[]) =>
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, "main.ts"), ...args], {
      env: { ...allVariables(), DATABASE_URL: fresh.url },
    });
  const fresh = await createTestDatabase({ empty: true });
  try {
    expect((await run("list")).stdout).toMatch(/^year\s+1,000 tables, .*8\.8 million rows\.\nmonth\s+The same for 30 days /m);
    expect((await run("year", "--tables", "2", "--days", "1")).stderr).toMatch(/^48 rows of facts in \d+ s\.$/m);
    await expect(run("year", "--tables", "none")).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("is not a whole number"),
    });
  } finally {
    await fresh.drop();
  }
});
