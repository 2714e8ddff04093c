import { and, asc, eq, gt, inArray, isNull, lte, sql, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import { acceptedLevels } from "../schema/accepted-levels.ts";
import { tableKeys } from "../schema/table-keys.ts";
import type { MetricName } from "#lib/metrics.ts";

export type AcceptedLevelRow = typeof acceptedLevels.$inferSelect;

/** Accepts a metric of a key up to a level until a moment; what was accepted of it before ends. */
export async function acceptLevel(
  db: Db,
  level: { tableKeyId: string; metric: MetricName; level: number; by: string; why: string; acceptedAt: Date; until: Date },
): Promise<AcceptedLevelRow> {
  return await db.transaction(async (tx) => {
    const { tableKeyId, metric, acceptedAt, by } = level;
    await tx
      .update(acceptedLevels)
      .set({ endedAt: acceptedAt, endedBy: by })
      .where(and(eq(acceptedLevels.tableKeyId, tableKeyId), eq(acceptedLevels.metric, metric), holdsAt(acceptedAt)));
    const [row] = await tx.insert(acceptedLevels).values(level).returning();
    if (!row) throw new Error("the accepted level was not inserted");
    return row;
  });
}

/** Takes it back. False: the table has none with that id, or it is over. */
export async function endAcceptedLevel(
  db: Db,
  levelId: string,
  { tableId, by, now }: { tableId: string; by: string; now: Date },
): Promise<boolean> {
  const ofTable = db.select({ id: tableKeys.id }).from(tableKeys).where(eq(tableKeys.tableId, tableId));
  const ended = await db
    .update(acceptedLevels)
    .set({ endedAt: now, endedBy: by })
    .where(and(eq(acceptedLevels.id, levelId), inArray(acceptedLevels.tableKeyId, ofTable), holdsAt(now)))
    .returning({ id: acceptedLevels.id });
  return ended.length > 0;
}

/** With the name of the key that it is of. */
export type ListedLevel = AcceptedLevelRow & { key: string };

/** What is accepted of a table's keys at `now`, one at most for each key and metric, the oldest first. */
export async function listAcceptedLevels(db: Db, tableId: string, now: Date): Promise<ListedLevel[]> {
  return await list(db, and(eq(tableKeys.tableId, tableId), isNull(tableKeys.archivedAt), holdsAt(now)));
}

/** What was accepted of a table's keys at any time after `since`, over or not, the oldest first. */
export async function listAcceptedSince(db: Db, tableId: string, since: Date): Promise<ListedLevel[]> {
  const end = sql`coalesce(${acceptedLevels.endedAt}, ${acceptedLevels.until})`;
  return await list(
    db,
    and(eq(tableKeys.tableId, tableId), isNull(tableKeys.archivedAt), sql`${end} > ${since.toISOString()}::timestamptz`),
  );
}

/** Watched tables of which an accepted level expired by `now` after their newest observation was judged. */
export async function listTablesWithExpiredLevels(db: Db, now: Date): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct tables.id from accepted_levels
      join table_keys on table_keys.id = accepted_levels.table_key_id and table_keys.archived_at is null
      join tables on tables.id = table_keys.table_id and tables.archived_at is null
      join key_versions on key_versions.table_key_id = table_keys.id and key_versions.superseded_at is null
    where accepted_levels.ended_at is null and accepted_levels.until <= ${now.toISOString()}::timestamptz
      and accepted_levels.until > (
        select judged_at from verdicts where verdicts.key_version_id = key_versions.id order by observed_at desc limit 1)`);
  return rows.map(({ id }) => id);
}

/** The table that an accepted level belongs to; null: nobody knows it. */
export async function findTableOfLevel(db: Db, levelId: string): Promise<string | null> {
  const [found] = await db
    .select({ tableId: tableKeys.tableId })
    .from(acceptedLevels)
    .innerJoin(tableKeys, eq(tableKeys.id, acceptedLevels.tableKeyId))
    .where(eq(acceptedLevels.id, levelId));
  return found?.tableId ?? null;
}

async function list(db: Db, where: SQL | undefined): Promise<ListedLevel[]> {
  const rows = await db
    .select({ level: acceptedLevels, key: tableKeys.name })
    .from(acceptedLevels)
    .innerJoin(tableKeys, eq(tableKeys.id, acceptedLevels.tableKeyId))
    .where(where)
    .orderBy(asc(acceptedLevels.acceptedAt), asc(acceptedLevels.id));
  return rows.map(({ level, key }) => ({ ...level, key }));
}

function holdsAt(now: Date) {
  return and(isNull(acceptedLevels.endedAt), lte(acceptedLevels.acceptedAt, now), gt(acceptedLevels.until, now));
}
