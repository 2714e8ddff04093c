import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db, Tx } from "./client.ts";
import { queueSender } from "./queue-sender.ts";
import type { JobSender } from "./queue.ts";
import { insertRun, type RunRow } from "./queries/runs.ts";
import { runs } from "./schema/runs.ts";
import type { RunReason } from "#lib/names.ts";

/** A person's wish before a schedule before history; higher goes first. */
const RUN_PRIORITIES: Readonly<Record<RunReason, number>> = { person: 100, snapshot: 10, schedule: 10, nightly: 0, history: -10 };
/** What is more urgent than history; one reader of several takes nothing else. */
export const URGENT_PRIORITY_MIN = RUN_PRIORITIES.history + 1;

/** A queued run for one of these answers the wish as well: it will look at the table later than now. */
const ANSWERED_BY: Readonly<Record<RunReason, readonly RunReason[]>> = {
  person: ["person"],
  schedule: ["person", "schedule", "snapshot"],
  snapshot: ["person", "schedule", "snapshot"],
  nightly: ["nightly"],
  history: [],
};

export interface RunRequest {
  tableId: string;
  reason: RunReason;
  /** The tick or the wish that it answers. */
  scheduledFor: Date;
  /** null or not given: the current one. */
  askedSnapshotId?: string | null;
}

/**
 * A run that answers the wish, stored and sent to the workers in one transaction. `inserted` false: a run that is still queued answers it,
 * or the same wish (table, reason, scheduledFor, snapshot) was made before. A wish that comes while a run is already reading makes a
 * new one, so that none is lost.
 */
export async function requestRun(db: Db, queue: JobSender, request: RunRequest): Promise<{ run: RunRow; inserted: boolean }> {
  const priority = RUN_PRIORITIES[request.reason];
  return await db.transaction(async (tx) => {
    const queued = request.askedSnapshotId == null ? await findQueued(tx, request) : undefined;
    if (queued) return { run: queued, inserted: false };
    const wish = await insertRun(tx, { ...request, priority });
    if (wish.inserted) await sendRun(queue, wish.run, { tx });
    return wish;
  });
}

/** Sends a queued run to the workers (again): at once, or after some seconds. */
export async function sendRun(
  queue: JobSender,
  { id, tableId, priority }: Pick<RunRow, "id" | "tableId" | "priority">,
  { tx, afterSeconds = 0 }: { tx?: Tx; afterSeconds?: number } = {},
): Promise<void> {
  const options = { priority, singletonKey: tableId, startAfter: afterSeconds, ...(tx && { db: queueSender(tx) }) };
  await queue.send("run-table", { runId: id }, options);
}

/** Locks what it finds, so that it does not begin before this transaction ends; one that begins first is no longer queued. */
async function findQueued(tx: Tx, { tableId, reason }: RunRequest): Promise<RunRow | undefined> {
  const [run] = await tx
    .update(runs)
    .set({ priority: sql`greatest(${runs.priority}, ${RUN_PRIORITIES[reason]})` })
    .where(
      and(
        eq(runs.tableId, tableId),
        eq(runs.state, "queued"),
        eq(runs.attempt, 0),
        isNull(runs.askedSnapshotId),
        inArray(runs.reason, [...ANSWERED_BY[reason]]),
      ),
    )
    .returning();
  return run;
}
