import { z } from "zod";
import { sweepPasted } from "#db/forget-pasted.ts";
import { deleteExpiredCatalogRequests } from "#db/queries/catalog-requests.ts";
import { deleteExpiredKeyRequests } from "#db/queries/key-requests.ts";
import {
  deleteOldDeliveries,
  deleteOldIncidentEvents,
  deleteOldLogs,
  deleteOldObservations,
  deleteOldRuns,
  deleteOldSamples,
  deleteOldSnapshots,
  deleteOldVerdicts,
  rollUpFacts,
} from "#db/queries/retention.ts";
import { sweepExports } from "#jobs/run/export-files.ts";
import { defineTask } from "#jobs/tasks/define-task.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";

const DAY_MS = 86_400_000;
/** What a run said is read in the days after it; the run itself stays longer. */
const LOGS_KEPT_MS = 30 * DAY_MS;

export const retentionTask = defineTask({
  name: "retention",
  // At night by UTC, and not on the hour, when schedules are due.
  cron: "17 3 * * *",
  payload: z.unknown(),
  run: async (deps) => void (await keepRetention(deps)),
});

/**
 * Deletes what is older than the configuration keeps: expired samples, look-ups, answers of catalogs, exports and unused files of pasted secrets (of the files those on this machine), runs with
 * their logs, deliveries with their tries, observations, snapshots without facts, timelines of incidents that are long over. Facts are thinned out to a day's last and its extremes, which a year's chart cannot tell apart. Returns how many rows went, by kind.
 */
export async function keepRetention({ database, settings, now, log, exports, dataDir }: TaskDeps): Promise<Record<string, number>> {
  const { db } = database;
  const { factsSeconds, runsSeconds } = settings().retention;
  const before = (ms: number): Date => new Date(now().getTime() - ms);
  const deleted: Record<string, number> = {
    samples: await deleteOldSamples(db, { now: now() }),
    logs: await deleteOldLogs(db, { before: before(LOGS_KEPT_MS) }),
    keyRequests: await deleteExpiredKeyRequests(db, { now: now() }),
    catalogRequests: await deleteExpiredCatalogRequests(db, { now: now() }),
    exportFiles: await sweepExports(db, exports.folder),
    secretFiles: await sweepPasted(db, dataDir, now()),
  };
  if (runsSeconds !== null) {
    deleted["deliveries"] = await deleteOldDeliveries(db, { before: before(runsSeconds * 1000) });
    deleted["runs"] = await deleteOldRuns(db, { before: before(runsSeconds * 1000) });
  }
  if (factsSeconds !== null) {
    const old = { before: before(factsSeconds * 1000) };
    deleted["verdicts"] = await deleteOldVerdicts(db, old);
    deleted["observations"] = await deleteOldObservations(db, old);
    deleted["facts"] = await rollUpFacts(db, old);
    deleted["incidentEvents"] = await deleteOldIncidentEvents(db, old);
    deleted["snapshots"] = await deleteOldSnapshots(db, old);
  }
  log.info(deleted, "Data older than its retention was deleted.");
  return deleted;
}
