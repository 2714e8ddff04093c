import { askCatalogTask } from "#jobs/tasks/ask-catalog.ts";
import { bisectTask } from "#jobs/tasks/bisect.ts";
import type { Task } from "#jobs/tasks/define-task.ts";
import { exportKeysTask } from "#jobs/tasks/export-keys.ts";
import { expiredLevelsTask } from "#jobs/tasks/expired-levels.ts";
import { judgeAfterwardsTask } from "#jobs/tasks/judge-afterwards.ts";
import { lookUpKeyTask } from "#jobs/tasks/look-up-key.ts";
import { overdueTask } from "#jobs/tasks/overdue.ts";
import { recoverRunsTask } from "#jobs/tasks/recover-runs.ts";
import { retentionTask } from "#jobs/tasks/retention.ts";
import { routeEventsTask } from "#jobs/tasks/route-events.ts";
import { runTableTask } from "#jobs/tasks/run-table.ts";
import { sendDigestTask } from "#jobs/tasks/send-digest.ts";
import { sendMessagesTask } from "#jobs/tasks/send-messages.ts";

/** All that the queue hands out. */
export const TASKS: readonly Task[] = [
  runTableTask,
  lookUpKeyTask,
  exportKeysTask,
  bisectTask,
  askCatalogTask,
  recoverRunsTask,
  overdueTask,
  expiredLevelsTask,
  judgeAfterwardsTask,
  routeEventsTask,
  sendMessagesTask,
  sendDigestTask,
  retentionTask,
];
