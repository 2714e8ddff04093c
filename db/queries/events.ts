import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { versionsOf } from "./keys.ts";

/** Half-open, `[from, to)`. */
interface TimeSpan {
  from: Date;
  to: Date;
}

/** A commit that a reader should know of: it only rewrote files (`replace`), or the schema was another before. */
export interface SnapshotEvent {
  snapshotId: string;
  committedAt: Date;
  operation: string | null;
  schemaId: number | null;
  /** Null: the schema is the one before. */
  schemaBefore: number | null;
}

const between = ({ from, to }: TimeSpan, column: string) =>
  sql`${sql.raw(column)} >= ${from.toISOString()}::timestamptz and ${sql.raw(column)} < ${to.toISOString()}::timestamptz`;

/** Compactions and schema changes committed in the range, oldest first; the newest `limit`. The schema before is that of the commit before. */
export async function listSnapshotEvents(db: Db, tableId: string, span: TimeSpan, { limit = 200 } = {}): Promise<SnapshotEvent[]> {
  const { rows } = await db.execute<{
    snapshot_id: string;
    committed_at: string;
    operation: string | null;
    schema_id: number | null;
    before: number | null;
  }>(sql`
    select * from (
      select snapshot_id, committed_at, operation, schema_id, lag(schema_id) over (order by committed_at, sequence_number) as before
      from snapshots where table_id = ${tableId} and committed_at < ${span.to.toISOString()}::timestamptz
        and committed_at >= coalesce(
          (select max(committed_at) from snapshots where table_id = ${tableId} and committed_at < ${span.from.toISOString()}::timestamptz), '-infinity')
    ) as followed
    where ${between(span, "committed_at")} and (operation = 'replace' or schema_id <> before)
    order by committed_at desc limit ${limit}`);
  return rows.toReversed().map((row) => ({
    snapshotId: row.snapshot_id,
    committedAt: new Date(row.committed_at),
    operation: row.operation,
    schemaId: row.schema_id,
    schemaBefore: row.before === row.schema_id ? null : row.before,
  }));
}

export interface FailedRun {
  runId: string;
  /** Of a run for an older snapshot: when that was committed. Else when the run ended, by the table's own clock. */
  at: Date;
  message: string | null;
  /** The older snapshot that it was to read; null: the current one. */
  askedSnapshotId: string | null;
}

/**
 * Runs of a table that failed, oldest first, the newest `limit`: those for an older snapshot only while the key has no facts of it.
 * `standingClock`: the one moment at which a table's own clock stands, when it has one.
 */
export async function listFailedRuns(
  db: Db,
  { tableId, tableKeyId, standingClock }: { tableId: string; tableKeyId: string; standingClock: Date | null },
  span: TimeSpan,
  { limit = 200 } = {},
): Promise<FailedRun[]> {
  const ended = standingClock === null ? sql`runs.finished_at` : sql`${standingClock.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ id: string; at: string; message: string | null; asked: string | null }>(sql`
    select * from (
      select runs.id, case when runs.asked_snapshot_id is null then ${ended} else asked.committed_at end as at,
        runs.error_message as message, runs.asked_snapshot_id as asked
      from runs
      left join snapshots asked on asked.table_id = runs.table_id and asked.snapshot_id = runs.asked_snapshot_id
      where runs.table_id = ${tableId} and runs.state = 'failed' and not exists (
        select from snapshot_facts facts where facts.key_version_id = ${versionsOf(tableKeyId)} and facts.snapshot_id = runs.asked_snapshot_id)
    ) as failed
    where ${between(span, "at")}
    order by at desc limit ${limit}`);
  return rows.toReversed().map((row) => ({ runId: row.id, at: new Date(row.at), message: row.message, askedSnapshotId: row.asked }));
}

/** How many snapshots were committed in each of `buckets` equal parts of the range, in order. */
export async function countCommits(db: Db, tableId: string, span: TimeSpan, buckets: number): Promise<number[]> {
  const seconds = (span.to.getTime() - span.from.getTime()) / 1000 / buckets;
  const { rows } = await db.execute<{ bucket: number; commits: number }>(sql`
    select floor(extract(epoch from committed_at - ${span.from.toISOString()}::timestamptz) / ${seconds}::double precision)::int as bucket,
      count(*)::int as commits
    from snapshots where table_id = ${tableId} and ${between(span, "committed_at")}
    group by 1`);
  const counts = Array.from({ length: buckets }, () => 0);
  for (const { bucket, commits } of rows) counts[Math.min(bucket, buckets - 1)] = commits;
  return counts;
}

export interface UnreadSnapshot {
  committedAt: Date;
  /** Of the latest run that was to read it; null: none was asked for yet, or it is forgotten. */
  runState: string | null;
  expired: boolean;
}

/**
 * Snapshots committed in the range of which a key has no facts, oldest first; from `currentFrom` on those of which its current version has none:
 * what an older version counted is not drawn there. One that expired on a day of which facts were kept is not among them: old facts are
 * thinned out to a few a day.
 */
export async function listUnreadSnapshots(
  db: Db,
  { tableId, tableKeyId, keyVersionId, currentFrom }: { tableId: string; tableKeyId: string; keyVersionId: number; currentFrom: Date },
  span: TimeSpan,
  { limit = 2000 } = {},
): Promise<UnreadSnapshot[]> {
  const counts = sql`facts.key_version_id = ${versionsOf(tableKeyId)}
    and (facts.key_version_id = ${keyVersionId} or listed.committed_at < ${currentFrom.toISOString()}::timestamptz)`;
  const { rows } = await db.execute<{ committed_at: string; run_state: string | null; expired: boolean }>(sql`
    select committed_at, expired_at is not null as expired,
      (select state from runs where runs.table_id = ${tableId} and asked_snapshot_id = listed.snapshot_id order by queued_at desc limit 1) as run_state
    from snapshots listed
    where table_id = ${tableId} and ${between(span, "committed_at")}
      and not exists (select from snapshot_facts facts where ${counts} and facts.snapshot_id = listed.snapshot_id)
      and (expired_at is null or not exists (
        select from snapshot_facts facts where ${counts}
          and facts.committed_at >= date_trunc('day', listed.committed_at, 'UTC')
          and facts.committed_at < date_trunc('day', listed.committed_at, 'UTC') + interval '1 day'))
    order by committed_at limit ${limit}`);
  return rows.map((row) => ({ committedAt: new Date(row.committed_at), runState: row.run_state, expired: row.expired }));
}
