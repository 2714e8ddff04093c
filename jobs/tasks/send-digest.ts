import { z } from "zod";
import { insertDigest } from "#db/queries/sending.ts";
import { sendMessages } from "#db/request-test-message.ts";
import { defineTask } from "#jobs/tasks/define-task.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { latestTick } from "#lib/config/schedule.ts";
import { weekOf } from "#lib/review/iso-week.ts";

/** A tick that nobody was there for is made up for so long. */
const LATE_MS_MAX = 86_400_000;
const DAYS_BACK_MS = 3 * 86_400_000;

export const sendDigestTask = defineTask({
  name: "send-digest",
  // The configured times are looked at here: they change without a restart.
  cron: "* * * * *",
  payload: z.unknown(),
  run: async (deps) => void (await sendDigest(deps)),
});

/**
 * Stores the week's digest for its channels when its time has come: each week once for each channel, however often and by how many this is
 * called. Until Wednesday it tells the week before, from Thursday on the week that it is sent in. Returns how many were new.
 */
export async function sendDigest({ database, queue, settings, now, log }: TaskDeps): Promise<number> {
  const { digest } = settings().notifications;
  if (digest === null) return 0;
  const at = now();
  const tick = latestTick({ by: "cron", cron: digest.cron, timeZone: digest.timeZone }, { dueAt: at, now: at, seed: "" });
  if (at.getTime() - tick.getTime() > LATE_MS_MAX) return 0;
  const week = weekOf(new Date(tick.getTime() - DAYS_BACK_MS), digest.timeZone);
  return await database.db.transaction(async (tx) => {
    let inserted = 0;
    for (const channel of digest.to) {
      if (!(await insertDigest(tx, { channel, week, now: at }))) continue;
      inserted++;
      await sendMessages(queue, { channel, tx });
    }
    if (inserted > 0) log.info({ week, channels: inserted }, "The weekly digest is queued.");
    return inserted;
  });
}
