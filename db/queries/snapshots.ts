import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { snapshotFacts } from "../schema/snapshot-facts.ts";
import { snapshots } from "../schema/snapshots.ts";

export type SnapshotRow = Omit<typeof snapshots.$inferSelect, "tableId">;

/** A snapshot as the table's metadata lists it. Ids are text. */
export interface RetainedSnapshot {
  snapshotId: string;
  parentId: string | null;
  sequenceNumber: number;
  committedAt: Date;
  schemaId: number | null;
  operation: string | null;
  /** Who committed it, for a person; null: its summary does not say. */
  committedBy: string | null;
  /** Data files and rows that it added, by its summary; null: that does not say. */
  addedFiles: number | null;
  addedRows: number | null;
}

const COLUMNS = {
  snapshotId: snapshots.snapshotId,
  parentId: snapshots.parentId,
  sequenceNumber: snapshots.sequenceNumber,
  committedAt: snapshots.committedAt,
  expiredAt: snapshots.expiredAt,
  schemaId: snapshots.schemaId,
  operation: snapshots.operation,
  committedBy: snapshots.committedBy,
  addedFiles: snapshots.addedFiles,
  addedRows: snapshots.addedRows,
};

/**
 * Notes what the metadata lists now: new snapshots are added, known ones that are listed no more are marked as expired, in one statement each.
 * `retained` is the whole list; the same list again changes nothing. What a known one's summary says is noted when it was not known before.
 * Returns how many were new and how many expired.
 */
export async function recordSnapshots(
  db: Db,
  tableId: string,
  retained: readonly RetainedSnapshot[],
): Promise<{ added: number; expired: number }> {
  const list = JSON.stringify(retained);
  return await db.transaction(async (tx) => {
    const added = await tx.execute<{ is_new: boolean }>(sql`
      insert into ${snapshots} (table_id, snapshot_id, parent_id, sequence_number, committed_at, schema_id, operation, committed_by, added_files, added_rows)
      select ${tableId}, "snapshotId", "parentId", "sequenceNumber", "committedAt", "schemaId", operation, "committedBy", "addedFiles", "addedRows"
      from jsonb_to_recordset(${list}::jsonb) as listed
        ("snapshotId" bigint, "parentId" bigint, "sequenceNumber" bigint, "committedAt" timestamptz, "schemaId" int, operation text, "committedBy" text, "addedFiles" bigint, "addedRows" bigint)
      on conflict (table_id, snapshot_id) do update
        set expired_at = null, committed_by = coalesce(snapshots.committed_by, excluded.committed_by),
          added_files = coalesce(snapshots.added_files, excluded.added_files), added_rows = coalesce(snapshots.added_rows, excluded.added_rows)
        where snapshots.expired_at is not null or (snapshots.committed_by is null and excluded.committed_by is not null)
          or (snapshots.added_files is null and excluded.added_files is not null)
          or (snapshots.added_rows is null and excluded.added_rows is not null)
      -- What was only marked anew has been updated by this transaction.
      returning xmax = 0 as is_new`);
    const expired = await tx.execute(sql`
      update ${snapshots} set expired_at = now()
      where table_id = ${tableId} and expired_at is null
        and snapshot_id not in (select "snapshotId" from jsonb_to_recordset(${list}::jsonb) as listed ("snapshotId" bigint))
      returning snapshot_id`);
    return { added: added.rows.filter(({ is_new }) => is_new).length, expired: expired.rows.length };
  });
}

/** Known snapshots of a table committed in `[from, to)`, oldest first. */
export async function listSnapshots(
  db: Db,
  tableId: string,
  { from, to, limit = 10_000 }: { from?: Date; to?: Date; limit?: number } = {},
): Promise<SnapshotRow[]> {
  return await db
    .select(COLUMNS)
    .from(snapshots)
    .where(
      and(
        eq(snapshots.tableId, tableId),
        from && sql`${snapshots.committedAt} >= ${from.toISOString()}::timestamptz`,
        to && sql`${snapshots.committedAt} < ${to.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(snapshots.committedAt), asc(snapshots.sequenceNumber))
    .limit(limit);
}

/**
 * Retained snapshots that a key version has no facts of, coarse to fine: the oldest, then the middle, the quarters, and so on, later ones
 * first. The place of a snapshot is counted from the first ever known, so a new commit moves no other.
 * `limit` at most, 200 unless given. What a run is already queued or running for is left out.
 */
export async function listSnapshotsWithoutFacts(
  db: Db,
  { tableId, keyVersionId, limit = 200 }: { tableId: string; keyVersionId: number; limit?: number },
): Promise<{ snapshotId: string; committedAt: Date }[]> {
  const { rows } = await db.execute<{ snapshot_id: string; committed_at: string }>(sql`
    with placed as (
      select snapshot_id, committed_at, expired_at,
        row_number() over (order by committed_at, sequence_number, snapshot_id) - 1 as place
      from ${snapshots} where table_id = ${tableId}
    )
    select snapshot_id, committed_at from placed
    where expired_at is null
      and not exists (
        select from ${snapshotFacts} facts where facts.key_version_id = ${keyVersionId} and facts.snapshot_id = placed.snapshot_id)
      and not exists (
        select from runs where table_id = ${tableId} and state in ('queued', 'running') and asked_snapshot_id = placed.snapshot_id)
    -- place & -place is the greatest power of two that divides it: the coarsest grid that the snapshot is on. 0 is on all.
    order by place = 0 desc, place & -place desc, place desc
    limit ${limit}`);
  return rows.map(({ snapshot_id, committed_at }) => ({ snapshotId: snapshot_id, committedAt: new Date(committed_at) }));
}

/** Whether a snapshot of a table is known that was committed between two moments, both exclusive. */
export async function isCommittedBetween(db: Db, tableId: string, { after, before }: { after: Date; before: Date }): Promise<boolean> {
  const [found] = await db
    .select({ id: snapshots.snapshotId })
    .from(snapshots)
    .where(and(eq(snapshots.tableId, tableId), gt(snapshots.committedAt, after), lt(snapshots.committedAt, before)))
    .limit(1);
  return found !== undefined;
}

/** Notes that a snapshot is listed no more, when that was found out before the next listing. */
export async function markSnapshotExpired(db: Db, tableId: string, snapshotId: string): Promise<void> {
  await db
    .update(snapshots)
    .set({ expiredAt: sql`now()` })
    .where(and(eq(snapshots.tableId, tableId), eq(snapshots.snapshotId, snapshotId), isNull(snapshots.expiredAt)));
}

/** Known snapshots of a table that have one of these ids or sequence numbers, oldest first. */
export async function findSnapshots(
  db: Db,
  tableId: string,
  { ids = [], sequenceNumbers = [] }: { ids?: readonly string[]; sequenceNumbers?: readonly number[] },
): Promise<SnapshotRow[]> {
  const wanted = [
    ...(ids.length === 0 ? [] : [inArray(snapshots.snapshotId, [...ids])]),
    ...(sequenceNumbers.length === 0 ? [] : [inArray(snapshots.sequenceNumber, [...sequenceNumbers])]),
  ];
  if (wanted.length === 0) return [];
  return await db
    .select(COLUMNS)
    .from(snapshots)
    .where(and(eq(snapshots.tableId, tableId), or(...wanted)))
    .orderBy(asc(snapshots.committedAt), asc(snapshots.sequenceNumber));
}
