import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db, Tx } from "../client.ts";
import { keyVersions } from "../schema/key-versions.ts";
import { runs } from "../schema/runs.ts";
import { tableKeys } from "../schema/table-keys.ts";

/** How far the filling of a table's history has come for its keys' current versions. */
export interface HistoryState {
  /** When its youngest current key version was made: what runs for history since then are scheduled for. null: no run has made one. */
  since: Date | null;
  /** Snapshots that were asked for since, whatever came of it. */
  asked: string[];
  /** What their reading took, all together. */
  spentMs: number;
  /** One of them is queued or running. */
  underWay: boolean;
}

/** Until the transaction ends nobody else decides on this table's next step: two that did at once would ask for two. */
export async function lockHistory(tx: Tx, tableId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('bergwatch history'), hashtext(${tableId}))`);
}

/** See HistoryState. Runs that are forgotten since count no more, so their budget is given again. */
export async function getHistoryState(db: Db, tableId: string): Promise<HistoryState> {
  const [version] = await db
    .select({ since: sql<string | null>`max(${keyVersions.createdAt})` })
    .from(keyVersions)
    .innerJoin(tableKeys, eq(tableKeys.id, keyVersions.tableKeyId))
    .where(and(eq(tableKeys.tableId, tableId), isNull(tableKeys.archivedAt), isNull(keyVersions.supersededAt)));
  if (version?.since == null) return { since: null, asked: [], spentMs: 0, underWay: false };
  // To the millisecond, as a Date holds it: it is part of what makes a wish the same wish.
  const since = new Date(version.since);
  const found = await db
    .select({
      askedSnapshotId: runs.askedSnapshotId,
      state: runs.state,
      ms: sql<number | null>`coalesce(${runs.costMs}, extract(epoch from ${runs.finishedAt} - ${runs.startedAt}) * 1000)::double precision`,
    })
    .from(runs)
    .where(and(eq(runs.tableId, tableId), eq(runs.reason, "history"), eq(runs.scheduledFor, since)));
  return {
    since,
    asked: found.flatMap(({ askedSnapshotId }) => (askedSnapshotId === null ? [] : [askedSnapshotId])),
    spentMs: found.reduce((sum, { ms }) => sum + (ms ?? 0), 0),
    underWay: found.some(({ state }) => state === "queued" || state === "running"),
  };
}
