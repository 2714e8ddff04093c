import type { PgBoss } from "pg-boss";
import { sweepPasted } from "#db/forget-pasted.ts";
import type { QueueName } from "#db/queue.ts";
import { URGENT_PRIORITY_MIN } from "#db/request-run.ts";
import { sendMessages } from "#db/request-test-message.ts";
import { ensureTables, type ConfigurationDeps } from "#jobs/configuration.ts";
import { createClockGuard } from "#jobs/clock-guard.ts";
import { takeSilentLocks } from "#jobs/end-silent-locks.ts";
import { markConfiguration, watchConfiguration } from "#jobs/config-watch.ts";
import { sweepExports } from "#jobs/run/export-files.ts";
import { judgeUnjudged } from "#jobs/run/judge-unjudged.ts";
import { serveSlackButtons, type ButtonsDeps } from "#jobs/slack-buttons.ts";
import type { Task } from "#jobs/tasks/define-task.ts";
import { TASKS } from "#jobs/tasks/registry.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { watchTables, type WatcherPace } from "#jobs/watcher.ts";
import type { ServiceSettings } from "#lib/contracts/table-definition.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";

export interface WorkerOptions {
  deps: Omit<TaskDeps, "queue" | "stopping" | "settings">;
  queue: PgBoss;
  configuration: Pick<ConfigurationDeps, "file" | "readFile" | "listSampleTables" | "machine">;
  /** Tables that are read at the same time. */
  readersMax: number;
  /** How presses of Slack's buttons are taken; left out: they are not. */
  buttons?: Pick<ButtonsDeps, "readSecret" | "slackApiUrl">;
  /** Told what the configuration says of the service, at the start and whenever it changes. */
  onSettings?: ((settings: ServiceSettings) => void) | undefined;
  pace?: Partial<WatcherPace> & { configMs?: number };
}

export interface Worker {
  /**
   * Takes nothing new, ends what is being read (those runs go on elsewhere), closes the queue, and resolves when all of it has ended, at the
   * latest after `graceMs`.
   */
  stop: (graceMs: number) => Promise<void>;
}

/** Jobs are looked for this often though no notice of them came. Runs that wait for a time to come (a retry, a busy table) give none. */
const LOOK_EVERY_SECONDS = { run: 1, other: 10 };

/** Channels that one worker sends to at the same time, so that one which does not answer holds up no other. */
const CHANNELS_MAX = 4;

/** Questions to catalogs that one worker answers at the same time, so that a look at a namespace waits for no search through all of them. */
const QUESTIONS_MAX = 4;
const PLACES: Partial<Record<QueueName, number>> = { "send-messages": CHANNELS_MAX, "ask-catalog": QUESTIONS_MAX };

/**
 * Starts a worker: applies the configuration, judges what an earlier version left unjudged, removes files of secrets that a crash left, takes jobs from the queue, watches clock, tables and configuration. Resolves when all of it
 * works. The caller stops it, and closes the database then. Rejects with the queue stopped, such as when Postgres goes away.
 */
export async function startWorker({
  deps: given,
  queue,
  configuration,
  readersMax,
  buttons,
  onSettings,
  pace = {},
}: WorkerOptions): Promise<Worker> {
  const stopping = new AbortController();
  let settings = SERVICE_DEFAULTS;
  const deps: TaskDeps = { clock: createClockGuard(given), ...given, queue, stopping: stopping.signal, settings: () => settings };
  const configurationDeps = { ...given, queue, ...configuration };
  let applied: string;
  try {
    applied = await markConfiguration(configurationDeps);
    settings = await ensureTables(configurationDeps);
    onSettings?.(settings);
    await judgeUnjudged(deps);
    await sweepExports(deps.database.db, deps.exports.folder);
    await sweepPasted(deps.database.db, deps.dataDir, deps.now()).catch((error: unknown) =>
      deps.log.warn({ err: error }, "Unused files of pasted secrets could not be removed; retention tries again."),
    );
    await syncCrons(queue);
    for (const task of TASKS) await takeJobs(queue, deps, task, readersMax);
  } catch (error) {
    stopping.abort();
    await queue.stop({ graceful: false }).catch(() => {});
    throw error;
  }
  const watching = Promise.all([
    watchTables(deps, pace),
    takeSilentLocks(deps),
    buttons && serveSlackButtons({ ...deps, ...buttons }, stopping.signal),
    watchConfiguration(configurationDeps, {
      signal: stopping.signal,
      applied,
      onSettings: (changed) => {
        settings = changed;
        // What waits for a channel that was mended goes at once.
        sendMessages(queue, {}).catch((error: unknown) => given.log.warn({ err: error }, "Channels will be checked within a minute."));
        onSettings?.(changed);
      },
      ...(pace.configMs !== undefined && { everyMs: pace.configMs }),
    }),
  ]);
  return {
    stop: async (graceMs) => {
      stopping.abort();
      await Promise.all([watching, queue.stop({ graceful: true, timeout: graceMs })]);
    },
  };
}

/** Of several readers one never takes history, so that a table's past holds up nobody's present. */
async function takeJobs(queue: PgBoss, deps: TaskDeps, task: Task, readersMax: number): Promise<void> {
  const places = task.name === "run-table" ? readersMax : (PLACES[task.name] ?? 1);
  for (let place = 0; place < places; place++) {
    const minPriority = task.name === "run-table" && place > 0 && place === places - 1 ? URGENT_PRIORITY_MIN : undefined;
    await takeJobsAt(queue, deps, task, minPriority);
  }
}

async function takeJobsAt(queue: PgBoss, deps: TaskDeps, task: Task, minPriority: number | undefined): Promise<void> {
  const every = task.name === "run-table" ? LOOK_EVERY_SECONDS.run : LOOK_EVERY_SECONDS.other;
  let id = "";
  id = await queue.work<unknown>(
    task.name,
    {
      pollingIntervalSeconds: Math.min(every, 2),
      notifyPollingIntervalSeconds: every,
      // Well below the heartbeat's ten: a loaded machine may be seconds late.
      heartbeatRefreshSeconds: 2,
      ...(minPriority !== undefined && { minPriority }),
    },
    async (jobs) => {
      try {
        for (const { data } of jobs) await task.run(deps, data);
      } finally {
        // There may be more: without this the next look comes only after a whole interval.
        queue.notifyWorker(id);
      }
    },
  );
}

async function syncCrons(queue: PgBoss): Promise<void> {
  const wanted = new Map(TASKS.flatMap(({ name, cron }) => (cron === undefined ? [] : [[name, cron] as const])));
  for (const { name } of await queue.getSchedules()) {
    if (!wanted.has(name as QueueName)) await queue.unschedule(name);
  }
  for (const [name, cron] of wanted) await queue.schedule(name, cron, {}, { tz: "UTC", singletonKey: name });
}
