import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import { ensureReasonSet } from "../queries/reason-sets.ts";
import { applyTableDefinitions } from "../queries/table-definitions.ts";
import { AppError } from "#lib/errors.ts";
import { SNAPSHOT_METRIC_NAMES, type SnapshotMetricName } from "#lib/metrics.ts";
import { ENGINE } from "#lib/names.ts";
import { harmOf, insertCauseFacts, listBadTables, type BadTable } from "./seeded-causes.ts";
import { seededDefinition } from "./seeded-definition.ts";
import { seedIncidents } from "./seeded-incidents.ts";
import { seedSamples } from "./seeded-samples.ts";
import { seedVerdicts } from "./seeded-verdicts.ts";
import { BAD_EVERY } from "./stories.ts";

export interface YearOptions {
  tables: number;
  days: number;
  /** The last full hour before it is the last commit. */
  now: Date;
  say: (sentence: string) => void;
}

const PREFIX = "seed_year";
/** Observations and runs are forgotten sooner than facts. */
const OBSERVED_DAYS = 30;
const RUN_DAYS = 7;
/** Snapshots are expired when they are as old. */
const RETAINED_HOURS = 100;
const FILLED = [
  "tables",
  "table_keys",
  "key_versions",
  "runs",
  "observations",
  "verdicts",
  "snapshots",
  "snapshot_facts",
  "cause_facts",
  "samples",
  "table_schemas",
  "incidents",
  "incident_events",
];
/** From so many rows on it pays to build the indexes at the end. */
const BULK_ROWS = 200_000;

/**
 * Tables named `seed_year.…`, each with one commit an hour and its facts for `days` days, in the order in which a service would have stored
 * them (so that the rows of one table lie far apart); observations of the last 30 days, runs of the last 7. The same for the same options.
 * One table in twenty has duplicates that began after two thirds of the time. Throws AppError usage when it was done before.
 */
export async function seedYear(db: Db, { tables, days, now, say }: YearOptions): Promise<{ facts: number }> {
  const known = await db.execute(sql`select from tables where name like ${`${PREFIX}.%`} limit 1`);
  if (known.rows.length > 0) throw new AppError("usage", `The database holds tables named ${PREFIX} already; seed an empty one.`);
  const end = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000);
  const from = new Date(end.getTime() - (days * 24 - 1) * 3_600_000);
  await insertTables(db, tables);
  const facts = tables * days * 24;
  const bad = listBadTables(tables, days * 24);
  // One transaction: whoever interrupts it finds the indexes as they were.
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local maintenance_work_mem = '512MB'`);
    await withoutIndexes(tx, facts >= BULK_ROWS ? ["snapshot_facts", "snapshots"] : [], say, async () => {
      for (let day = 0; day < days; day++) {
        const ctes = sql`${SEEDED}, ${hoursOf(from, day)}, ${harmOf(bad, days * 24)}`;
        await tx.execute(insertFacts(ctes, bad));
        await tx.execute(insertCauseFacts(ctes, bad, { snapshotId: SNAPSHOT_ID, hours: days * 24, from }));
        await tx.execute(insertSnapshots(from, end, day));
        if ((day + 1) % 30 === 0) say(`${day + 1} of ${days} days are stored.`);
      }
    });
  });
  await db.execute(insertRuns(from, end, Math.min(days, RUN_DAYS)));
  await db.execute(insertObservations(end, Math.min(days, OBSERVED_DAYS)));
  await db.execute(noteLast(end));
  await seedSamples(db, PREFIX, bad);
  await seedIncidents(db, PREFIX, bad);
  await seedVerdicts(db, PREFIX, { now: end, days: Math.min(days, OBSERVED_DAYS) });
  for (const table of FILLED) {
    await db.execute(sql.raw(`vacuum (analyze) ${table}`));
  }
  return { facts };
}

async function insertTables(db: Db, tables: number): Promise<void> {
  const definitions = Array.from({ length: tables }, (_, n) => seededDefinition(PREFIX, n));
  await applyTableDefinitions(db, definitions, "file", { partial: true });
  await db.execute(sql`
    insert into key_versions (table_key_id, version, content, content_hash)
    select table_keys.id, 1, '{}'::jsonb, 'seeded' from table_keys join tables on tables.id = table_id where tables.name like ${`${PREFIX}.%`}
    order by tables.name`);
  await ensureReasonSet(db, SNAPSHOT_METRIC_NAMES, { ...seededReasons(), ...NO_OPS });
  await ensureReasonSet(db, SNAPSHOT_METRIC_NAMES, seededReasons());
}

const NO_OP = { notComputed: "No op column is given, so a delete cannot be told from another row." };
/** Of a table without the columns of a change stream. */
const NO_OPS = {
  ghost_rows: NO_OP,
  soft_deleted_rows: { notComputed: "No soft-delete column is given." },
  snapshot_stream_overlap_keys: NO_OP,
};
const NOT_SEEDED = { notComputed: "The seed holds no numbers of this metric." };

/** Why a metric has no number in any seeded table. */
export function seededReasons(): Partial<Record<SnapshotMetricName, { notComputed: string }>> {
  return {
    ...Object.fromEntries(SNAPSHOT_METRIC_NAMES.filter((name) => METRIC_VALUES[name] === undefined).map((name) => [name, NOT_SEEDED])),
    unavailable_value_rows: {
      notComputed: "No columns are set to be looked through for Debezium's placeholder of an unavailable value (--unavailable).",
    },
    lsn_regressed_keys: { notComputed: "Log positions are not compared with those of the snapshot checked before yet." },
  };
}

/** Each metric at one hour of a table, from the columns of `numbers` in insertFacts. Any other metric is NULL, with a reason. */
const METRIC_VALUES: Partial<Record<SnapshotMetricName, SQL>> = {
  rows: sql`keys + surplus`,
  null_key_rows: sql`0`,
  distinct_keys: sql`keys`,
  duplicated_keys: sql`surplus`,
  surplus_rows: sql`surplus`,
  duplicate_factor: sql`(keys + surplus)::double precision / keys`,
  rows_per_key_max: sql`case when surplus > 0 then 2 else 1 end`,
  raw_rows: sql`keys + surplus + age * 40`,
  raw_duplicated_keys: sql`surplus + age * 20`,
  multi_partition_keys: sql`spread`,
  partitions_per_key_max: sql`case when spread > 0 then 2 else 1 end`,
  multi_key_bytes_keys: sql`spelled`,
  position_delete_files: sql`age * 2`,
  position_delete_rows: sql`age * 20`,
  position_delete_bytes: sql`age * 2 * 1800`,
  equality_delete_files: sql`age`,
  equality_delete_rows: sql`age * 20`,
  equality_delete_bytes: sql`age * 1500`,
  deletion_vectors: sql`0`,
  deletion_vector_rows: sql`0`,
  deletion_vector_bytes: sql`0`,
  data_files: sql`20 + h % 96`,
  data_rows: sql`keys + surplus + age * 40`,
  data_bytes: sql`(keys + surplus) * 120::bigint`,
  small_data_files: sql`h % 96`,
  delete_ratio: sql`age * 40 / (keys + surplus + age * 40.0)`,
  dangling_delete_files: sql`0`,
  files_registered_twice: sql`0`,
  commit_lag_seconds: sql`20 + (h * 37 + n * 11) % 50`,
  envelope: sql`0`,
  ghost_rows: sql`case when changes then coalesce(ghosts, 0) end`,
  soft_deleted_rows: sql`case when changes then coalesce(flagged, 0) end`,
  snapshot_stream_overlap_keys: sql`case when changes then coalesce(overlapping, 0) end`,
};
const SEEDED_METRICS = Object.keys(METRIC_VALUES);

const PARTITION_VALUES = {
  partitions_0: sql`0`,
  partitions_1: sql`keys - spread`,
  partitions_2: sql`spread`,
  partitions_3: sql`0`,
  partitions_4: sql`0`,
  partitions_5_or_more: sql`0`,
};
const SEEDED_PARTITIONS = Object.keys(PARTITION_VALUES);

function listOf(columns: readonly string[]): SQL {
  return sql.join(
    columns.map((name) => sql.identifier(name)),
    sql`, `,
  );
}

/** Every seeded table with its number, its key version and what its numbers start from. */
const SEEDED = sql`
  seeded as (
    select tables.id as table_id, tables.name, key_versions.id as version_id,
      substring(tables.name from '\\d+$')::int + 1 as n
    from tables join table_keys on table_keys.table_id = tables.id join key_versions on key_versions.table_key_id = table_keys.id
    where tables.name like ${`${PREFIX}.%`}
  )`;

/** Snapshot ids are spread over the whole range, as Iceberg's random ones are: an index on them has no order to profit from. */
const SNAPSHOT_ID = snapshotIdOf(sql`h`);

function snapshotIdOf(hour: SQL): SQL {
  return sql`(hashint8extended(n::bigint * 100000 + ${hour}, 0) & 9223372036854775807)`;
}

/** A CTE of the hours of a day. */
function hoursOf(from: Date, day: number): SQL {
  return sql`hours as (
    select h, ${from.toISOString()}::timestamptz + make_interval(hours => h) as at from generate_series(${day * 24}::int, ${day * 24 + 23}::int) as h)`;
}

/** One after the other; who committed is told of the tables that have duplicates. */
function insertSnapshots(from: Date, end: Date, day: number): SQL {
  return sql`
    with ${SEEDED}, ${hoursOf(from, day)}
    insert into snapshots (table_id, snapshot_id, parent_id, sequence_number, committed_at, schema_id, operation, expired_at, committed_by, added_files, added_rows)
    select table_id, ${SNAPSHOT_ID}, case when h > 0 then ${snapshotIdOf(sql`(h - 1)`)} end, h + 1, at + make_interval(secs => n % 600), 0,
      case when h % 96 = 95 then 'replace' else 'overwrite' end,
      case when at + make_interval(hours => ${RETAINED_HOURS}) < ${end.toISOString()}::timestamptz then at + make_interval(hours => ${RETAINED_HOURS}) end,
      case when n % ${BAD_EVERY} = 0 then 'Flink 1.20, job ' || split_part(name, '.', 2) || '-sink, checkpoint ' || 20000 + h end, 1, 40
    from hours cross join seeded order by h, n`;
}

/** Rows grow, delete files pile up for four days and are compacted away, and one table of twenty has duplicates. */
function insertFacts(ctes: SQL, bad: readonly BadTable[]): SQL {
  const changing = sql.param(bad.filter(({ story }) => story.kind === "cdc").map(({ number }) => number));
  return sql`
    with ${ctes}, summed as (
      select n, h, sum(keys)::bigint as surplus, coalesce(sum(keys) filter (where cause in ('partition_drift', 'several_topics')), 0)::bigint as spread,
        coalesce(sum(keys) filter (where cause in ('key_encoding', 'key_is_not_business_key')), 0)::bigint as spelled,
        coalesce(sum(keys) filter (where cause = 'ghost_delete'), 0)::bigint as ghosts,
        coalesce(sum(keys) filter (where cause = 'soft_delete'), 0)::bigint as flagged,
        coalesce(sum(keys) filter (where cause = 'snapshot_overlap'), 0)::bigint as overlapping
      from harm group by n, h
    ), numbers as (
      select seeded.*, h, at, 1000 * (1 + n % 50) + h * (1 + n % 7) as keys, h % 96 as age, coalesce(surplus, 0) as surplus,
        coalesce(spread, 0) as spread, coalesce(spelled, 0) as spelled, n = any (${changing}::int[]) as changes, ghosts, flagged, overlapping
      from hours cross join seeded left join summed using (n, h)
    )
    insert into snapshot_facts (snapshot_id, committed_at, stored_at, ${listOf(SEEDED_METRICS)}, ${listOf(SEEDED_PARTITIONS)},
      key_version_id, not_computed_id, carried, engine, read_by, trust_level)
    select ${SNAPSHOT_ID}, at + make_interval(secs => n % 600), at + make_interval(secs => n % 600 + 30),
      ${sql.join(Object.values({ ...METRIC_VALUES, ...PARTITION_VALUES }), sql`, `)},
      version_id, (select max(id) from reason_sets where reasons ? 'lsn_regressed_keys' and reasons ? 'ghost_rows' <> changes), h % 96 = 95, ${ENGINE}, 'own plan', 'exact'
    from numbers order by h, n`;
}

/** An hourly run of each table at the last `days` days; the last one of each hundredth table failed. */
function insertRuns(from: Date, end: Date, days: number): SQL {
  return sql`
    with ${SEEDED}, hours as (
      select h, ${from.toISOString()}::timestamptz + make_interval(hours => h) as at
      from (select extract(epoch from ${end.toISOString()}::timestamptz - ${from.toISOString()}::timestamptz)::int / 3600 - past as h
        from generate_series(0, ${days * 24 - 1}) as past) as past
    ), timed as (
      select *, at + make_interval(secs => 600 + n % 600) as queued, n % 100 = 50 and at = ${end.toISOString()}::timestamptz as failed
      from hours cross join seeded
    )
    insert into runs (table_id, state, reason, attempt, scheduled_for, snapshot_id, queued_at, started_at, heartbeat_at, finished_at,
      worker_id, error_code, error_message, cost_bytes, cost_ms, engine_version)
    select table_id, case when failed then 'failed' else 'succeeded' end, 'schedule', 1, at, ${SNAPSHOT_ID},
      queued, queued + interval '1 second', queued + interval '2 seconds', queued + interval '3 seconds', 'worker 1',
      case when failed then 'out_of_memory' end, case when failed then 'The reader passed its memory limit of 4 GiB; raise BERGWATCH_MEMORY_MAX.' end,
      1200000, 800 + n % 400, '1.5.5'
    from timed order by h, n`;
}

/** One for each facts row of the last `days` days. */
function insertObservations(end: Date, days: number): SQL {
  return sql`
    insert into observations (run_id, observed_at, snapshot_id, snapshots_retained, seconds_since_compaction, snapshot_age_seconds,
      source_lag_seconds, key_version_id, engine, trust_level)
    select gen_random_uuid(), committed_at + interval '10 minutes', snapshot_id, 100, (data_files - 20) * 3600, 600, 640, key_version_id, engine, trust_level
    from snapshot_facts where committed_at > ${new Date(end.getTime() - days * 86_400_000).toISOString()}::timestamptz
    order by committed_at, key_version_id`;
}

/** What the tables show of their last run. */
function noteLast(end: Date): SQL {
  return sql`
    with last as (select distinct on (table_id) * from runs order by table_id, queued_at desc),
      seen as (select distinct on (table_id) * from runs where state = 'succeeded' order by table_id, queued_at desc)
    update tables set last_run_id = last.id, last_run_state = last.state, last_run_reason = last.reason, last_run_at = last.started_at,
      last_error_code = last.error_code, last_error_message = last.error_message, last_succeeded_at = seen.finished_at,
      last_observed_at = seen.finished_at, last_snapshot_id = seen.snapshot_id, last_trust_level = 'exact',
      next_observation_due_at = ${new Date(end.getTime() + 3_600_000).toISOString()}::timestamptz + (seen.finished_at - seen.scheduled_for)
    from last left join seen on seen.table_id = last.table_id
    where last.table_id = tables.id and tables.name like ${`${PREFIX}.%`}`;
}

/** Does `work` while these tables have no indexes and no foreign keys: built at the end they cost a tenth. */
async function withoutIndexes(
  db: Db,
  tables: readonly string[],
  say: (sentence: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  const restore: string[] = [];
  for (const table of tables) {
    const constraints = await db.execute<{ name: string; definition: string }>(sql`
      select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = ${table}::regclass and contype in ('p', 'f', 'u') order by contype desc`);
    for (const { name, definition } of constraints.rows) {
      restore.push(`alter table ${table} add constraint "${name}" ${definition}`);
      await db.execute(sql.raw(`alter table ${table} drop constraint "${name}"`));
    }
    const indexes = await db.execute<{ name: string; definition: string }>(
      sql`select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public' and tablename = ${table}`,
    );
    for (const { name, definition } of indexes.rows) {
      restore.push(definition);
      await db.execute(sql.raw(`drop index "${name}"`));
    }
  }
  await work();
  if (restore.length > 0) say("All rows are stored; the indexes are built.");
  for (const statement of restore) await db.execute(sql.raw(statement));
}
