import { and, asc, eq, gt, isNull, lte } from "drizzle-orm";
import type { Db } from "../client.ts";
import { acceptedLevels } from "../schema/accepted-levels.ts";
import { tableKeys } from "../schema/table-keys.ts";
import type { MetricName } from "#lib/names.ts";

export type AcceptedLevelRow = typeof acceptedLevels.$inferSelect;

/** Accepts a metric of a key up to a level until a moment; what was accepted of it before ends. */
export async function acceptLevel(
  db: Db,
  level: { tableKeyId: string; metric: MetricName; level: number; by: string; why: string; acceptedAt: Date; until: Date },
): Promise<AcceptedLevelRow> {
  return await db.transaction(async (tx) => {
    const { tableKeyId, metric, acceptedAt } = level;
    await tx
      .update(acceptedLevels)
      .set({ endedAt: acceptedAt })
      .where(and(eq(acceptedLevels.tableKeyId, tableKeyId), eq(acceptedLevels.metric, metric), holdsAt(acceptedAt)));
    const [row] = await tx.insert(acceptedLevels).values(level).returning();
    if (!row) throw new Error("the accepted level was not inserted");
    return row;
  });
}

/** Takes it back. False: there is none with that id, or it is over. */
export async function endAcceptedLevel(db: Db, levelId: string, now: Date): Promise<boolean> {
  const ended = await db
    .update(acceptedLevels)
    .set({ endedAt: now })
    .where(and(eq(acceptedLevels.id, levelId), holdsAt(now)))
    .returning({ id: acceptedLevels.id });
  return ended.length > 0;
}

/** What is accepted of a table's keys at `now`, one at most for each key and metric, the oldest first. */
export async function listAcceptedLevels(db: Db, tableId: string, now: Date): Promise<(AcceptedLevelRow & { key: string })[]> {
  const rows = await db
    .select({ level: acceptedLevels, key: tableKeys.name })
    .from(acceptedLevels)
    .innerJoin(tableKeys, eq(tableKeys.id, acceptedLevels.tableKeyId))
    .where(and(eq(tableKeys.tableId, tableId), isNull(tableKeys.archivedAt), holdsAt(now)))
    .orderBy(asc(acceptedLevels.acceptedAt), asc(acceptedLevels.id));
  return rows.map(({ level, key }) => ({ ...level, key }));
}

function holdsAt(now: Date) {
  return and(isNull(acceptedLevels.endedAt), lte(acceptedLevels.acceptedAt, now), gt(acceptedLevels.until, now));
}
