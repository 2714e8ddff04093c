import { PgBoss } from "pg-boss";

/** The queue lives in a schema of its own, so that it can be dropped and made again without touching what is stored. */
export const QUEUE_SCHEMA = "bergwatch_queue";

/** Queues and what holds for their jobs. Every job is a nudge: what is to be done stands in the store, so doing one twice is harmless. */
const QUEUES = {
  /** At most one job of a table (singletonKey) is worked on; the table's lock in the store decides all the same. */
  "run-table": { policy: "singleton" },
  // Queues of their own, so that a person waits for no run.
  "look-up-key": { policy: "standard" },
  "export-keys": { policy: "standard" },
  bisect: { policy: "standard" },
  "ask-catalog": { policy: "standard" },
  "recover-runs": { policy: "stately" },
  overdue: { policy: "stately" },
  "expired-levels": { policy: "stately" },
  "judge-afterwards": { policy: "stately" },
  retention: { policy: "stately" },
  // Not one for many: a nudge that came while another is worked on must not be lost, for its events may not be seen by that one.
  "route-events": { policy: "standard" },
  "send-messages": { policy: "standard" },
  "send-digest": { policy: "stately" },
} as const satisfies Record<string, { policy: "singleton" | "stately" | "standard" }>;
export type QueueName = keyof typeof QUEUES;

const SHARED = {
  notify: true,
  // A worker that is killed says nothing for so long before its job goes to another; ten is the least.
  heartbeatSeconds: 10,
  // A day, the most that there is: how long a run may take is the reader's limit.
  expireInSeconds: 86_400,
  // Only a death, a stop or a lost store ends a job early. What a run may repeat is decided by the run.
  retryLimit: 1_000_000,
  retryDelay: 1,
  deleteAfterSeconds: 600,
} as const;

/** What sends jobs; given `db`, a job is sent if and only if that transaction commits. */
export type JobSender = Pick<PgBoss, "send">;

export interface QueueOptions {
  url: string;
  /** `worker` looks after the queue: it gives jobs of the dead to the living, deletes old ones, fires schedules. `sender` only sends. */
  role: "worker" | "sender";
  onError: (error: Error) => void;
  onWarning?: (sentence: string) => void;
}

/**
 * The queue, made on first use; several processes may open it at once. The caller stops it.
 * Rejects with the driver's error when Postgres does not answer.
 */
export async function openQueue({ url, role, onError, onWarning }: QueueOptions): Promise<PgBoss> {
  const works = role === "worker";
  const queue = new PgBoss({
    connectionString: url,
    schema: QUEUE_SCHEMA,
    application_name: `bergwatch queue ${role}`,
    max: works ? 5 : 1,
    supervise: works,
    schedule: works,
    useListenNotify: works,
    registerInstance: false,
    // As low as it serves: heartbeat and both of these make up the time until a dead worker's job is taken over.
    superviseIntervalSeconds: 3,
    monitorIntervalSeconds: 3,
    cronMonitorIntervalSeconds: 15,
    openTelemetry: { enabled: false },
  });
  queue.on("error", onError);
  queue.on("warning", ({ message }) => onWarning?.(message));
  try {
    await queue.start();
    for (const [name, options] of Object.entries(QUEUES)) await ensureQueue(queue, name, options);
  } catch (error) {
    await queue.stop({ graceful: false }).catch(() => {});
    throw error;
  }
  return queue;
}

/** The options of an earlier version give way. */
async function ensureQueue(queue: PgBoss, name: string, options: { policy: string }): Promise<void> {
  await queue.createQueue(name, { ...SHARED, ...options });
  await queue.updateQueue(name, SHARED);
}
