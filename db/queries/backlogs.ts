import { and, desc, eq, lte, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { backlogs } from "../schema/backlogs.ts";
import { snapshots } from "../schema/snapshots.ts";
import type { Backlog } from "#lib/iceberg/contract-backlog.ts";

/** The newest snapshots of a table whose breakdown is kept: enough to compare before and after a compaction. */
const SNAPSHOTS_KEPT = 50;

export interface StoredBacklog {
  snapshotId: string;
  committedAt: Date;
  backlog: Backlog;
}

/**
 * Keeps the breakdown of a snapshot's deletes, in the place of one that is there; forgets those beyond the 50 newest snapshots of the table, this
 * one included.
 */
export async function recordBacklog(db: Db, { tableId, ...stored }: StoredBacklog & { tableId: string }): Promise<void> {
  await db
    .insert(backlogs)
    .values({ tableId, ...stored })
    .onConflictDoUpdate({ target: [backlogs.tableId, backlogs.snapshotId], set: { backlog: stored.backlog } });
  await db.execute(sql`
    delete from ${backlogs} where table_id = ${tableId} and (committed_at, snapshot_id) < (
      select committed_at, snapshot_id from ${backlogs} where table_id = ${tableId}
      order by committed_at desc, snapshot_id desc offset ${SNAPSHOTS_KEPT - 1} limit 1)`);
}

/** The breakdown of a snapshot; of the newest that has one when none is named. null: none is kept. */
export async function findBacklog(
  db: Db,
  { tableId, snapshotId }: { tableId: string; snapshotId?: string | undefined },
): Promise<StoredBacklog | null> {
  const [found] = await db
    .select({ snapshotId: backlogs.snapshotId, committedAt: backlogs.committedAt, backlog: backlogs.backlog })
    .from(backlogs)
    .where(and(eq(backlogs.tableId, tableId), snapshotId === undefined ? undefined : eq(backlogs.snapshotId, snapshotId)))
    .orderBy(desc(backlogs.committedAt), desc(backlogs.snapshotId))
    .limit(1);
  return found ?? null;
}

/** The snapshots whose breakdown is kept, newest first. */
export async function listBacklogSnapshots(db: Db, tableId: string): Promise<Omit<StoredBacklog, "backlog">[]> {
  return await db
    .select({ snapshotId: backlogs.snapshotId, committedAt: backlogs.committedAt })
    .from(backlogs)
    .where(eq(backlogs.tableId, tableId))
    .orderBy(desc(backlogs.committedAt), desc(backlogs.snapshotId));
}

/** The commit of the newest compaction (operation `replace`) that is known, retained or not, up to a moment; null: none is. */
export async function findLastCompaction(db: Db, { tableId, upTo }: { tableId: string; upTo: Date }): Promise<Date | null> {
  const [found] = await db
    .select({ committedAt: snapshots.committedAt })
    .from(snapshots)
    .where(and(eq(snapshots.tableId, tableId), eq(snapshots.operation, "replace"), lte(snapshots.committedAt, upTo)))
    .orderBy(desc(snapshots.committedAt))
    .limit(1);
  return found?.committedAt ?? null;
}
