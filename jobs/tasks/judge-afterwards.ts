import { z } from "zod";
import { judgeOlder } from "#db/judge-afterwards.ts";
import { findUnjudgedVersion } from "#db/queries/unjudged.ts";
import { defineTask } from "#jobs/tasks/define-task.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";

/** Short, so that nothing else of the worker waits for it; what is left follows with the next minute. */
const SPAN_MS = 10_000;

export const judgeAfterwardsTask = defineTask({
  name: "judge-afterwards",
  cron: "* * * * *",
  payload: z.unknown(),
  run: async (deps) => void (await judgeAfterwards(deps)),
});

/**
 * Judges observations of an earlier version that are older than the newest one of their key, some at a time, newest first. They open and move no
 * incident. Returns how many were judged; 0 when all are.
 */
export async function judgeAfterwards({ database, now, stopping }: Pick<TaskDeps, "database" | "now" | "stopping">): Promise<number> {
  const { db } = database;
  const until = performance.now() + SPAN_MS;
  let judged = 0;
  while (!stopping.aborted && performance.now() < until) {
    const version = await findUnjudgedVersion(db);
    if (version === null) break;
    judged += await judgeOlder(db, version, now());
  }
  return judged;
}
