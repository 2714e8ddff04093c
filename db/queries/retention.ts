import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import { UNRESOLVED } from "../schema/incidents.ts";
import { keyVersions } from "../schema/key-versions.ts";
import { PEAK_METRICS } from "#lib/metrics.ts";

/** Rows in one statement: a long one would hold its locks and the vacuum back. */
const BATCH_ROWS = 10_000;

/** Samples that expired before `now`. Each function here returns how many rows it deleted, and may be repeated. */
export async function deleteOldSamples(db: Db, { now }: { now: Date }): Promise<number> {
  return await deleteInBatches(db, sql`samples`, sql`expires_at < ${now.toISOString()}::timestamptz`);
}

/** What runs said that ended before `before`; the runs stay. */
export async function deleteOldLogs(db: Db, { before }: { before: Date }): Promise<number> {
  return await deleteInBatches(
    db,
    sql`run_logs`,
    sql`run_id in (select id from runs where finished_at < ${before.toISOString()}::timestamptz)`,
  );
}

/** Runs that ended before `before`, with their logs; the latest of each table stays. Their facts and observations stay. */
export async function deleteOldRuns(db: Db, { before }: { before: Date }): Promise<number> {
  return await deleteInBatches(
    db,
    sql`runs`,
    sql`finished_at < ${before.toISOString()}::timestamptz and state not in ('queued', 'running')
      and not exists (select from tables where last_run_id = runs.id)`,
  );
}

/**
 * Deliveries that ended before `before`, with their tries; those of incidents that are not resolved stay, for they say who is to hear of
 * what comes.
 */
export async function deleteOldDeliveries(db: Db, { before }: { before: Date }): Promise<number> {
  const old = sql`ended_at < ${before.toISOString()}::timestamptz and not exists (
    select from incident_events entries join incidents on incidents.id = entries.incident_id
    where entries.id = any (deliveries.event_ids) and ${UNRESOLVED})`;
  // Of the same deliveries: one that ends in between is younger.
  await deleteInBatches(db, sql`delivery_attempts`, sql`delivery_id in (select id from deliveries where ${old})`);
  return await deleteInBatches(
    db,
    sql`deliveries`,
    sql`${old} and not exists (select from delivery_attempts where delivery_id = deliveries.id)`,
  );
}

/** Observations made before `before`; the latest of each key version stays, for it says what is known now. */
export async function deleteOldObservations(db: Db, { before }: { before: Date }): Promise<number> {
  return await deleteInBatches(
    db,
    sql`observations`,
    sql`observed_at < ${before.toISOString()}::timestamptz
      and observed_at < (select max(observed_at) from observations newer where newer.key_version_id = observations.key_version_id)`,
  );
}

/** Verdicts on observations made before `before`; the newest of each key version stays, as its observation does. */
export async function deleteOldVerdicts(db: Db, { before }: { before: Date }): Promise<number> {
  return await deleteInBatches(
    db,
    sql`verdicts`,
    sql`observed_at < ${before.toISOString()}::timestamptz
      and observed_at < (select max(observed_at) from verdicts newer where newer.key_version_id = verdicts.key_version_id)`,
  );
}

/** Snapshots found expired before `before` of which no facts are kept. */
export async function deleteOldSnapshots(db: Db, { before }: { before: Date }): Promise<number> {
  return await deleteInBatches(
    db,
    sql`snapshots`,
    sql`expired_at < ${before.toISOString()}::timestamptz and not exists (
      select from snapshot_facts facts join key_versions on key_versions.id = facts.key_version_id
        join table_keys on table_keys.id = key_versions.table_key_id
      where table_keys.table_id = snapshots.table_id and facts.snapshot_id = snapshots.snapshot_id)`,
  );
}

/** The timelines of incidents that were resolved before `before`; the incidents stay, for links to them do. */
export async function deleteOldIncidentEvents(db: Db, { before }: { before: Date }): Promise<number> {
  return await deleteInBatches(
    db,
    sql`incident_events`,
    sql`incident_id in (select id from incidents where not (${UNRESOLVED}) and resolved_at < ${before.toISOString()}::timestamptz)`,
  );
}

/**
 * Thins out the facts of snapshots committed in `[from, before)`: of each key version, engine and UTC day stay the last, and the rows that
 * hold the day's greatest surplus, keys in several partitions, delete ratio and number of equality-delete files, so that a spike stays seen.
 * What the latest observation points at stays too. A statement for each key version, so no lock is held long.
 */
export async function rollUpFacts(db: Db, { from = new Date(0), before }: { from?: Date; before: Date }): Promise<number> {
  const versions = await db.select({ id: keyVersions.id }).from(keyVersions);
  let deleted = 0;
  for (const { id } of versions) deleted += await rollUpOne(db, id, from, before);
  return deleted;
}

async function rollUpOne(db: Db, keyVersionId: number, from: Date, before: Date): Promise<number> {
  const rank = (order: SQL) =>
    sql`row_number() over (partition by engine, date_trunc('day', committed_at, 'UTC') order by ${order}, committed_at)`;
  const { rows } = await db.execute(sql`
    delete from snapshot_facts facts using (
      select snapshot_id, engine,
        least(
          ${rank(sql`committed_at desc`)},
          ${sql.join(
            PEAK_METRICS.map((name) => rank(sql`${sql.identifier(name)} desc nulls last`)),
            sql`, `,
          )}) as place
      from snapshot_facts
      where key_version_id = ${keyVersionId}
        and committed_at >= ${from.toISOString()}::timestamptz and committed_at < ${before.toISOString()}::timestamptz
    ) as placed
    where place > 1 and facts.key_version_id = ${keyVersionId} and facts.snapshot_id = placed.snapshot_id and facts.engine = placed.engine
      and facts.snapshot_id is distinct from (
        select snapshot_id from observations where key_version_id = ${keyVersionId} order by observed_at desc limit 1)
    returning 1`);
  await db.execute(sql`
    delete from cause_facts causes where key_version_id = ${keyVersionId} and committed_at < ${before.toISOString()}::timestamptz
      and not exists (
        select from snapshot_facts facts
        where facts.key_version_id = causes.key_version_id and facts.snapshot_id = causes.snapshot_id)`);
  return rows.length;
}

async function deleteInBatches(db: Db, table: SQL, condition: SQL): Promise<number> {
  for (let deleted = 0; ;) {
    const { rows } = await db.execute(sql`
      delete from ${table} where ctid = any (array(select ctid from ${table} where ${condition} limit ${BATCH_ROWS})) returning 1`);
    deleted += rows.length;
    if (rows.length < BATCH_ROWS) return deleted;
  }
}
