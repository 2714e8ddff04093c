import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { backlogs } from "../schema/backlogs.ts";
import type { Backlog } from "#lib/iceberg/contract.ts";

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
