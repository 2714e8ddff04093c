import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { keyVersions } from "../schema/key-versions.ts";
import { observations } from "../schema/observations.ts";
import { reasonSets } from "../schema/reason-sets.ts";
import { runs } from "../schema/runs.ts";
import { snapshotFacts } from "../schema/snapshot-facts.ts";
import { versionsOf } from "./keys.ts";
import { findSnapshots, type SnapshotRow } from "./snapshots.ts";
import { RUN_METRIC_NAMES, type MetricName, type RunMetricName, type SnapshotMetricName } from "#lib/metrics.ts";

/** What the latest run that saw a key version saw, and what reading cost it; the run itself may be forgotten. */
export interface LatestObservation {
  runId: string;
  observedAt: Date;
  /** null: the table was never written. */
  snapshotId: string | null;
  engine: string;
  trustLevel: (typeof observations.$inferSelect)["trustLevel"];
  trustDirection: (typeof observations.$inferSelect)["trustDirection"];
  values: Record<RunMetricName, number | null>;
  notComputed: Partial<Record<MetricName, string>>;
  cost: { bytes: number | null; ms: number | null; engineVersion: string | null } | null;
}

/** See LatestObservation; null before the first. */
export async function findLatestObservation(db: Db, keyVersionId: number): Promise<LatestObservation | null> {
  const [row] = await db
    .select({
      seen: observations,
      reasons: reasonSets.reasons,
      cost: { bytes: runs.costBytes, ms: runs.costMs, engineVersion: runs.engineVersion },
      run: runs.id,
    })
    .from(observations)
    .leftJoin(reasonSets, eq(reasonSets.id, observations.notComputedId))
    .leftJoin(runs, eq(runs.id, observations.runId))
    .where(eq(observations.keyVersionId, keyVersionId))
    .orderBy(desc(observations.observedAt))
    .limit(1);
  if (!row) return null;
  const { seen, reasons, cost, run } = row;
  return {
    runId: seen.runId,
    observedAt: seen.observedAt,
    snapshotId: seen.snapshotId,
    engine: seen.engine,
    trustLevel: seen.trustLevel,
    trustDirection: seen.trustDirection,
    values: Object.fromEntries(RUN_METRIC_NAMES.map((name) => [name, seen[name]])) as LatestObservation["values"],
    notComputed: reasons ?? {},
    cost: run === null ? null : cost,
  };
}

/** The first snapshot at which a metric was at or above its limit, after the last at which it was below. */
export interface PassedSince {
  snapshotId: string;
  committedAt: Date;
  /** null: the metadata does not say. */
  operation: string | null;
  /** The last read below the limit; null: none is known, so it may have begun earlier. */
  lastBelowAt: Date | null;
  /** The snapshot before it was not read, or did not prove to be below: it may have begun earlier. Also when nobody knows that one, such as one that expired unseen. */
  unreadBetween: boolean;
  /** The snapshot is the first that the table ever had. */
  isFirst: boolean;
}

/**
 * Since when a metric of a key version has been at or above `limit` without a break, up to the snapshot committed at `at`. What is not to be
 * trusted proves neither side: an upper bound is not above, a lower bound is not below. null: it is not above at all.
 */
export async function findPassedSince(
  db: Db,
  asked: { tableId: string; keyVersionId: number; engine: string; metric: SnapshotMetricName; limit: number; at: Date },
): Promise<PassedSince | null> {
  const { tableId, keyVersionId, engine, limit } = asked;
  const metric = sql.identifier(asked.metric);
  const at = sql`${asked.at.toISOString()}::timestamptz`;
  const facts = sql`snapshot_facts where key_version_id = ${keyVersionId} and engine = ${engine}`;
  const proves = (direction: string) =>
    sql`(trust_direction is distinct from ${direction} and (trust_level <> 'untrusted' or trust_direction is not null))`;
  const { rows } = await db.execute<{
    snapshot_id: string;
    committed_at: string;
    below_at: string | null;
    operation: string | null;
    is_first: boolean;
    parent_below: boolean;
  }>(sql`
    with below as (
      select committed_at from ${facts} and committed_at <= ${at} and ${metric} < ${limit} and ${proves("at least")}
      order by committed_at desc limit 1
    ), above as (
      select snapshot_id, committed_at from ${facts}
        and committed_at <= ${at} and committed_at > coalesce((select committed_at from below), '-infinity')
        and ${metric} >= ${limit} and ${proves("at most")}
      order by committed_at limit 1
    )
    select above.snapshot_id, above.committed_at, (select committed_at from below) as below_at, listed.operation,
      listed.snapshot_id is not null and listed.parent_id is null as is_first,
      exists (select from ${facts} and snapshot_id = listed.parent_id and ${metric} < ${limit} and ${proves("at least")}) as parent_below
    from above left join snapshots listed on listed.table_id = ${tableId} and listed.snapshot_id = above.snapshot_id`);
  const [row] = rows;
  if (!row) return null;
  return {
    snapshotId: row.snapshot_id,
    committedAt: new Date(row.committed_at),
    operation: row.operation,
    lastBelowAt: row.below_at === null ? null : new Date(row.below_at),
    unreadBetween: !row.is_first && !row.parent_below,
    isFirst: row.is_first,
  };
}

/** Which version and engine has facts of a snapshot for a key, its current version first; null: none has. */
export async function findFactsVersion(
  db: Db,
  { tableKeyId, snapshotId }: { tableKeyId: string; snapshotId: string },
): Promise<{ keyVersionId: number; engine: string; version: number; isCurrent: boolean } | null> {
  const [row] = await db
    .select({ keyVersionId: keyVersions.id, engine: snapshotFacts.engine, version: keyVersions.version, until: keyVersions.supersededAt })
    .from(snapshotFacts)
    .innerJoin(keyVersions, eq(keyVersions.id, snapshotFacts.keyVersionId))
    .where(and(eq(keyVersions.tableKeyId, tableKeyId), eq(snapshotFacts.snapshotId, snapshotId)))
    .orderBy(sql`${keyVersions.supersededAt} desc nulls first`, asc(snapshotFacts.engine))
    .limit(1);
  return row ? { keyVersionId: row.keyVersionId, engine: row.engine, version: row.version, isCurrent: row.until === null } : null;
}

/** A snapshot that the table's metadata lists or listed; null: it is not known. `snapshotId` must be a whole number of 64 bits. */
export async function findSnapshot(db: Db, tableId: string, snapshotId: string): Promise<SnapshotRow | null> {
  const [row] = await findSnapshots(db, tableId, { ids: [snapshotId] });
  return row ?? null;
}

/** The operations of snapshots of a table, by id. */
export async function listOperations(db: Db, tableId: string, ids: readonly string[]): Promise<Map<string, string | null>> {
  return new Map((await findSnapshots(db, tableId, { ids })).map(({ snapshotId, operation }) => [snapshotId, operation]));
}

/** The versions of a key, oldest first; the number is for people. */
export async function listKeyVersions(
  db: Db,
  tableKeyId: string,
): Promise<{ id: number; version: number; createdAt: Date; isCurrent: boolean }[]> {
  return await db
    .select({
      id: keyVersions.id,
      version: keyVersions.version,
      createdAt: keyVersions.createdAt,
      isCurrent: sql<boolean>`${isNull(keyVersions.supersededAt)}`,
    })
    .from(keyVersions)
    .where(eq(keyVersions.tableKeyId, tableKeyId))
    .orderBy(asc(keyVersions.version));
}

/** When the first and the last number of a key were; null: it has none. */
export async function findExtent(
  db: Db,
  tableKeyId: string,
  by: "commit" | "run",
): Promise<{ earliest: Date | null; latest: Date | null }> {
  const of = sql`key_version_id = ${versionsOf(tableKeyId)}`;
  const { rows } = await db.execute<{ earliest: string | null; latest: string | null }>(
    by === "run"
      ? sql`select min(observed_at) as earliest, max(observed_at) as latest from observations where ${of}`
      : sql`select min(committed_at) as earliest, max(committed_at) as latest from snapshot_facts where ${of}`,
  );
  const at = (text: string | null | undefined) => (text == null ? null : new Date(text));
  return { earliest: at(rows[0]?.earliest), latest: at(rows[0]?.latest) };
}

/** How many retained snapshots a key version has facts of, of how many. */
export async function countHistory(db: Db, tableId: string, keyVersionId: number | null): Promise<{ read: number; retained: number }> {
  const { rows } = await db.execute<{ read: number; retained: number }>(sql`
    select count(*)::int as retained, (count(*) filter (where exists (
      select from snapshot_facts facts where facts.key_version_id = ${keyVersionId} and facts.snapshot_id = snapshots.snapshot_id)))::int as read
    from snapshots where table_id = ${tableId} and expired_at is null`);
  return rows[0] ?? { read: 0, retained: 0 };
}
