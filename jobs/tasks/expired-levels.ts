import { z } from "zod";
import { judgeNewest } from "#db/judge-table.ts";
import { listTablesWithExpiredLevels } from "#db/queries/accepted-levels.ts";
import { getTable } from "#db/queries/tables.ts";
import { defineTask } from "#jobs/tasks/define-task.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";

export const expiredLevelsTask = defineTask({
  name: "expired-levels",
  cron: "* * * * *",
  payload: z.unknown(),
  run: async (deps) => void (await judgeExpiredLevels(deps)),
});

/** Judges each table again of which an accepted level expired since it was judged. Returns how many. */
export async function judgeExpiredLevels({ database, queue, now }: Pick<TaskDeps, "database" | "queue" | "now">): Promise<number> {
  const at = now();
  const tableIds = await listTablesWithExpiredLevels(database.db, at);
  for (const tableId of tableIds) {
    await database.db.transaction(async (tx) => {
      await judgeNewest(tx, { table: await getTable(tx, tableId), now: at, queue, because: "levels" });
    });
  }
  return tableIds.length;
}
