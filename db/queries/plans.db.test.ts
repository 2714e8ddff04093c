import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../client.ts";
import { seedYear } from "../seed/year.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { findCauseFacts, findCausesBeforeCompaction } from "./cause-facts.ts";
import { listCauseSeries } from "./cause-series.ts";
import { findFacts, findLatestFacts } from "./facts.ts";
import { listOverdueObservations } from "./overdue.ts";
import { listKeyMarks } from "./overview-marks.ts";
import { listPastFacts } from "./overview-past.ts";
import { listTableOverview } from "./overview.ts";
import { readReadingSpeed } from "./reading-speed.ts";
import { deleteOldSamples, rollUpFacts } from "./retention.ts";
import { listFleetSurplus } from "./review-chart.ts";
import { readWeekIncidents } from "./review-incidents.ts";
import { listReviewKeys } from "./review-keys.ts";
import { readWeekRuns } from "./review-runs.ts";
import { findStuckRuns, insertRun, listRuns, listRunsUnderWay } from "./runs.ts";
import { countSampledCauses, findFirstCauses, findNeighbours, findSample, listSamples } from "./samples.ts";
import { listSampledCounts, readLine } from "./since-facts.ts";
import { getObservationSeries, getSeries } from "./series.ts";
import { countHistory } from "./series-facts.ts";
import { listSparklines } from "./sparklines.ts";
import { listSnapshots, listSnapshotsWithoutFacts } from "./snapshots.ts";
import { ENGINE } from "#lib/names.ts";

const NOW = new Date("2026-03-11T00:00:00Z");
const WEEK = { from: new Date("2026-03-04T00:00:00Z"), to: NOW };

let database: TestDatabase;
let pool: Pool;
let db: Db;
let statements: { query: string; params: unknown[] }[] = [];
let table = { tableId: "", tableKeyId: "", keyVersionId: 0, snapshotId: "" };

beforeAll(async () => {
  database = await createTestDatabase();
  await seedYear(database.db, { tables: 100, days: 10, now: NOW, say: () => {} });
  const { rows } = await database.db.execute<typeof table>(sql`
    select tables.id as "tableId", table_keys.id as "tableKeyId", key_versions.id as "keyVersionId", tables.last_snapshot_id as "snapshotId"
    from tables join table_keys on table_keys.table_id = tables.id join key_versions on table_key_id = table_keys.id order by tables.name limit 1`);
  table = rows[0] ?? table;
  // A table with few rows is read by whichever index, so each snapshot has both.
  await database.db.execute(sql`
    insert into cause_facts (key_version_id, snapshot_id, committed_at, duplicated_keys, causes)
    select key_version_id, snapshot_id, committed_at, coalesce(duplicated_keys, 1), '{"shares": []}' from snapshot_facts on conflict do nothing`);
  await database.db.execute(sql`
    insert into samples (key_version_id, snapshot_id, rank, key_hash, key, row_count, partitions, key_bytes_hex, rows, cause, expires_at)
    select key_version_id, snapshot_id, rank, md5(rank::text), '{k}', 2, '{}', '{}', '[]', 'partition_drift', now()
    from snapshot_facts cross join generate_series(1, 3) as rank on conflict do nothing`);
  await database.db.execute(sql`analyze cause_facts, samples`);
  pool = new Pool({ connectionString: database.url, options: "-c TimeZone=UTC -c jit=off" });
  // The database is dropped whoever is still leaving it.
  pool.on("error", () => {});
  db = drizzle(pool, { logger: { logQuery: (query, params) => statements.push({ query, params }) } });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: PlanNode[];
}

/** The indexes that the statements of `run` use, those that answer alone, and the tables that they read from end to end. */
async function planOf(run: (db: Db) => Promise<unknown>): Promise<{ indexes: string[]; indexOnly: string[]; readWhole: string[] }> {
  statements = [];
  await run(db);
  const nodes: PlanNode[] = [];
  const collect = (node: PlanNode) => {
    nodes.push(node);
    node.Plans?.forEach(collect);
  };
  for (const { query, params } of statements) {
    if (/^(?:begin|commit|savepoint|release)/.test(query)) continue;
    const { rows } = await pool.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(`explain (format json) ${query}`, params);
    for (const row of rows) collect(row["QUERY PLAN"][0].Plan);
  }
  const named = (name: keyof PlanNode, of: PlanNode[]) => [
    ...new Set(of.map((node) => node[name]).filter((text) => typeof text === "string")),
  ];
  return {
    indexes: named("Index Name", nodes).toSorted((a, b) => a.localeCompare(b)),
    indexOnly: named(
      "Index Name",
      nodes.filter((node) => node["Node Type"] === "Index Only Scan"),
    ),
    readWhole: named(
      "Relation Name",
      nodes.filter((node) => node["Node Type"] === "Seq Scan"),
    ),
  };
}

test.each<[name: string, index: string, run: (db: Db) => Promise<unknown>]>([
  [
    "a series of a key over a range",
    "snapshot_facts_series",
    async (db) => await getSeries(db, { ...WEEK, tableKeyId: table.tableKeyId, metrics: ["surplus_rows", "delete_ratio"], pointsMax: 100 }),
  ],
  [
    "a series of what belongs to runs",
    "observations_of_key_newest",
    async (db) =>
      await getObservationSeries(db, { ...WEEK, tableKeyId: table.tableKeyId, metrics: ["source_lag_seconds"], pointsMax: 100 }),
  ],
  ["one snapshot's facts", "snapshot_facts_of_snapshot", async (db) => await findFacts(db, { ...table, engine: ENGINE })],
  ["the latest facts of a key", "snapshot_facts_series", async (db) => await findLatestFacts(db, { ...table, engine: ENGINE })],
  ["the runs of a table, newest first", "runs_of_table_newest", async (db) => await listRuns(db, { tableId: table.tableId })],
  ["all runs, newest first", "runs_newest", async (db) => await listRuns(db)],
  ["how fast tables were read", "runs_of_table_newest", async (db) => await readReadingSpeed(db, { catalog: "lake", smallBytes: 1 })],
  ["runs under way", "runs_under_way", async (db) => await listRunsUnderWay(db)],
  ["stuck runs", "runs_under_way", async (db) => await findStuckRuns(db, { silentSeconds: 30 })],
  ["the snapshots of a range", "snapshots_by_commit", async (db) => await listSnapshots(db, table.tableId, WEEK)],
  ["the snapshots that have no facts", "snapshots_by_commit", async (db) => await listSnapshotsWithoutFacts(db, table)],
  ["the sample of a snapshot", "samples_of_snapshot", async (db) => await listSamples(db, table)],
  [
    "the sampled keys of one cause",
    "samples_of_snapshot",
    async (db) => await listSamples(db, { ...table, cause: "partition_drift", limit: 25 }),
  ],
  ["how many sampled keys have which cause", "samples_of_snapshot", async (db) => await countSampledCauses(db, table)],
  ["the neighbours of a sampled key", "samples_of_snapshot", async (db) => await findNeighbours(db, { ...table, rank: 3 })],
  [
    "what sampled keys had for a cause at first",
    "samples_of_snapshot",
    async (db) => await findFirstCauses(db, { ...table, before: NOW, keyHashes: ["ab", "cd"] }),
  ],
  [
    "the causes before a compaction, by its commit",
    "snapshots_by_commit",
    async (db) => await findCausesBeforeCompaction(db, { ...table, upTo: NOW }),
  ],
  [
    "the causes before a compaction",
    "cause_facts_by_commit",
    async (db) => {
      // So that there is a compaction before which to look.
      await database.db.execute(sql`update snapshots set operation = 'replace' where table_id = ${table.tableId}`);
      await findCausesBeforeCompaction(db, { ...table, upTo: NOW });
    },
  ],
  [
    "the commits that led to a snapshot, with a number at each",
    "snapshot_facts_of_snapshot",
    async (db) =>
      await readLine(db, {
        tableId: table.tableId,
        headId: table.snapshotId,
        of: { keyVersionId: table.keyVersionId, engine: ENGINE, metric: "surplus_rows" },
        commitsMax: 300,
      }),
  ],
  ["how many rows a key had in samples", "samples_of_key", async (db) => await listSampledCounts(db, { ...table, keyHash: "ab" })],
  ["the causes of a snapshot", "cause_facts_of_snapshot", async (db) => await findCauseFacts(db, table)],
  [
    "causes over time",
    "snapshot_facts_series",
    async (db) => await listCauseSeries(db, { ...WEEK, ...table, engine: ENGINE, pointsMax: 160 }),
  ],
  ["how far history is read", "snapshots_retained", async (db) => await countHistory(db, table.tableId, table.keyVersionId)],
  ["the sample of a key", "samples_of_key", async (db) => await findSample(db, { ...table, keyHash: "ab" })],
  ["an overdue observation", "tables_observation_due", async (db) => await listOverdueObservations(db, { before: new Date(0) })],
  ["samples that expired", "samples_expiring", async (db) => await deleteOldSamples(db, { now: NOW })],
])("%s is found by %s", async (_, index, run) => {
  const { indexes, readWhole } = await planOf(run);
  expect(indexes).toContain(index);
  expect(
    readWhole.filter((name) => ["snapshot_facts", "observations", "runs", "snapshots", "samples", "cause_facts"].includes(name)),
  ).toEqual([]);
});

test("the overview of all tables looks each key's newest observation, its facts and their causes up, and reads no table of these whole", async () => {
  const { indexes, readWhole } = await planOf(async (db) => await listTableOverview(db, { metrics: ["surplus_rows", "delete_ratio"] }));
  expect(indexes).toEqual(expect.arrayContaining(["observations_of_key_newest", "snapshot_facts_of_snapshot", "cause_facts_of_snapshot"]));
  expect(readWhole.filter((name) => ["snapshot_facts", "observations", "runs", "cause_facts"].includes(name))).toEqual([]);
});

test("sparklines read each key's own range, and a week ago is looked up for each key", async () => {
  const keys = [{ tableKeyId: table.tableKeyId, now: NOW }];
  const small = await planOf(async (db) => await listSparklines(db, { keys, days: 14, buckets: 40 }));
  expect(small.indexes).toContain("snapshot_facts_series");
  const past = await planOf(async (db) => await listPastFacts(db, { metrics: ["surplus_rows"], days: 7 }));
  expect(past.indexes).toEqual(expect.arrayContaining(["observations_of_key_newest", "snapshot_facts_series"]));
  expect([...small.readWhole, ...past.readWhole].filter((name) => ["snapshot_facts", "observations"].includes(name))).toEqual([]);
});

test("the numbers of a sparkline come from the index alone, which holds as long as the facts are vacuumed about once a day", async () => {
  const keys = [{ tableKeyId: table.tableKeyId, now: NOW }];
  const { indexOnly } = await planOf(async (db) => await listSparklines(db, { keys, days: 14, buckets: 40 }));
  expect(indexOnly).toContain("snapshot_facts_series");
  const { rows } = await pool.query("select reloptions from pg_class where relname = 'snapshot_facts'");
  expect(rows).toEqual([{ reloptions: ["autovacuum_vacuum_insert_scale_factor=0", "autovacuum_vacuum_insert_threshold=20000"] }]);
});

test("the marks of all tables look up the newest verdict of each key, and read nothing else of what runs found", async () => {
  const { readWhole, indexes } = await planOf(async (db) => await listKeyMarks(db));
  expect(readWhole.toSorted((a, b) => a.localeCompare(b))).toEqual(["key_versions", "table_keys", "tables"]);
  expect(indexes).toEqual(["verdicts_of_key_newest"]);
});

test("a week's review looks up each key's moments, and reads the weeks of its runs, its chart and its incidents by their indexes", async () => {
  const times = { from: WEEK.from, asOf: NOW, before: WEEK.from, previous: new Date("2026-02-25T00:00:00Z") };
  const keys = await planOf(async (db) => await listReviewKeys(db, times));
  const chart = await planOf(async (db) => await listFleetSurplus(db, { ...WEEK, asOf: NOW, everyHours: 6 }));
  expect(keys.indexes).toContain("snapshot_facts_series");
  expect(chart.indexOnly).toContain("snapshot_facts_series");
  expect([...keys.readWhole, ...chart.readWhole].filter((name) => ["snapshot_facts", "observations"].includes(name))).toEqual([]);
  const oneDay = { from: new Date("2026-03-10T00:00:00Z"), asOf: NOW };
  const runs = await planOf(async (db) => await readWeekRuns(db, oneDay));
  expect(runs.indexes).toContain("runs_newest");
  expect(runs.readWhole.filter((name) => name === "runs")).toEqual([]);
  // A table without a row is read from end to end, whatever its indexes.
  await database.db.execute(sql`
    insert into incidents (table_id, check_id, state, severity, sentence, findings, seen, good_runs, times_opened, opened_at, last_opened_at, last_seen_at, resolved_at)
    select ${table.tableId}, 'duplicates', 'resolved', 'warn', 's', '[]', '{}', 0, 1, at, at, at, at
    from generate_series(timestamptz '2020-01-01', timestamptz '2026-03-10', interval '6 hours') as at`);
  await database.db.execute(sql`
    insert into incident_events (incident_id, at, kind, tells, detail)
    select id, opened_at, kind, false, '{}' from incidents cross join unnest(array['opened', 'commented', 'commented', 'resolved']) as kind`);
  await database.db.execute(sql.raw("vacuum (analyze) incidents, incident_events"));
  const incidents = await planOf(async (db) => await readWeekIncidents(db, times));
  expect(incidents.indexes).toEqual(
    expect.arrayContaining(["incident_events_turns", "incident_events_of_incident", "incidents_unresolved"]),
  );
  expect(incidents.readWhole.filter((name) => name.startsWith("incident"))).toEqual([]);
});

test("rolling up reads each key's own range", async () => {
  const { readWhole } = await planOf(async (db) => await rollUpFacts(db, { before: new Date("2026-03-02T00:00:00Z") }));
  expect(readWhole.filter((name) => name !== "key_versions")).toEqual([]);
});

test("whether a wish was made before is found by its index", async () => {
  const wish = { tableId: table.tableId, reason: "schedule", scheduledFor: NOW } as const;
  await insertRun(db, wish);
  const { indexes, readWhole } = await planOf(async (db) => await insertRun(db, wish));
  expect(indexes).toContain("runs_wish");
  expect(readWhole).toEqual([]);
});
