import { judgeNewest } from "#db/judge-table.ts";
import { getTable } from "#db/queries/tables.ts";
import { listUnjudgedTables } from "#db/queries/unjudged.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";

/**
 * Judges the newest observation of every table that an earlier version, which stored no verdicts, observed. Returns how many tables; 0 from
 * the second start on. It may be repeated, and run by several at once.
 */
export async function judgeUnjudged({ database, queue, now, log }: Pick<TaskDeps, "database" | "queue" | "now" | "log">): Promise<number> {
  const tableIds = await listUnjudgedTables(database.db);
  for (const tableId of tableIds) {
    await database.db.transaction(async (tx) => {
      await judgeNewest(tx, { table: await getTable(tx, tableId), now: now(), queue, because: "upgrade" });
    });
  }
  if (tableIds.length > 0) log.info({ tables: tableIds.length }, "The newest observations of an earlier version were judged.");
  return tableIds.length;
}
