import type { Db } from "./client.ts";
import { judgeNewest } from "./judge-table.ts";
import type { JobSender } from "./queue.ts";
import { acceptLevel, endAcceptedLevel, type AcceptedLevelRow } from "./queries/accepted-levels.ts";
import { getTable } from "./queries/tables.ts";

/**
 * Accepts a metric of a key up to a level and judges its table again, in one transaction: verdicts and incidents follow at once. What was
 * accepted of the metric before ends.
 */
export async function acceptAndJudge(
  db: Db,
  queue: JobSender,
  { tableId, ...level }: Parameters<typeof acceptLevel>[1] & { tableId: string },
): Promise<AcceptedLevelRow> {
  return await db.transaction(async (tx) => {
    const made = await acceptLevel(tx, level);
    await judgeNewest(tx, { table: await getTable(tx, tableId), now: level.acceptedAt, queue, because: "levels" });
    return made;
  });
}

/** Revokes an accepted level and judges its table again, in one transaction. False: the table has none with that id, or it has ended. */
export async function revokeAndJudge(
  db: Db,
  queue: JobSender,
  { levelId, tableId, by, now }: { levelId: string; tableId: string; by: string; now: Date },
): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const ended = await endAcceptedLevel(tx, levelId, { tableId, by, now });
    if (ended) await judgeNewest(tx, { table: await getTable(tx, tableId), now, queue, because: "levels" });
    return ended;
  });
}
