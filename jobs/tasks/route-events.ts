import { z } from "zod";
import { holdOpenDeliveries, listTold, peekUnrouted, storeRouted, takeUnrouted } from "#db/queries/outbox.ts";
import { sendMessages } from "#db/request-test-message.ts";
import { defineTask } from "#jobs/tasks/define-task.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { pause } from "#jobs/pause.ts";
import { planDeliveries } from "#lib/incidents/plan-deliveries.ts";

/**
 * A catalog that goes away opens the incidents of its tables over some seconds, and they are to be one message: entries are routed when none
 * came for `quietMs`, so that one alone is told soon, and at the latest after `mostMs`, so that none waits for a burst without an end.
 */
const GATHER_MS = { quietMs: 3000, mostMs: 10_000 };
/** In one transaction. */
const EVENTS_MAX = 2000;

export const routeEventsTask = defineTask({
  name: "route-events",
  // For what no job stands for, such as after a restore.
  cron: "* * * * *",
  payload: z.unknown(),
  run: async (deps) => {
    if (await gather(deps)) await routeEvents(deps);
  },
});

/** Waits until a burst is over; true: there is something to route. */
async function gather({ database, now, stopping }: TaskDeps): Promise<boolean> {
  const start = performance.now();
  while (!stopping.aborted) {
    const waits = await peekUnrouted(database.db);
    if (waits === null) return false;
    const left = gatherFor({ ...waits, now: now(), gatheredMs: performance.now() - start });
    if (left <= 0) return true;
    await pause(left, stopping);
  }
  return false;
}

/** How much longer a burst may go on, in milliseconds; 0 or less: not any longer. A clock that was set back lengthens nothing. Pure. */
export function gatherFor({
  oldestAt,
  newestAt,
  now,
  gatheredMs,
}: {
  oldestAt: Date;
  newestAt: Date;
  now: Date;
  gatheredMs: number;
}): number {
  const since = (at: Date): number => now.getTime() - at.getTime();
  return Math.min(GATHER_MS.quietMs - since(newestAt), GATHER_MS.mostMs - since(oldestAt), GATHER_MS.mostMs - gatheredMs);
}

/**
 * Makes messages of all entries of timelines that tell and were not routed, each in one transaction with the mark that it was, and tells
 * the workers what can be sent. Returns how many entries; it may be repeated, and run by several at once. Rejects when Postgres does not answer.
 */
export async function routeEvents(deps: TaskDeps): Promise<number> {
  let routed = 0;
  for (let taken = EVENTS_MAX; taken === EVENTS_MAX && !deps.stopping.aborted; routed += taken) taken = await routeSome(deps);
  if (routed > 0) deps.log.info({ events: routed }, "Messages were created for incident events.");
  return routed;
}

async function routeSome({ database, queue, settings, now }: TaskDeps): Promise<number> {
  return await database.db.transaction(async (tx) => {
    const events = await takeUnrouted(tx, { limit: EVENTS_MAX });
    if (events.length === 0) return 0;
    const { notifications } = settings();
    const at = now();
    const waiting = await holdOpenDeliveries(
      tx,
      notifications.channels.map(({ name }) => name),
    );
    const told = new Map<string, "alone" | "together">();
    const follows = events.filter(({ kind }) => kind !== "opened").map(({ incident }) => incident.id);
    for (const { channel, incidentId, alone } of await listTold(tx, [...new Set(follows)])) {
      told.set(`${incidentId} ${channel}`, alone ? "alone" : "together");
    }
    const wasTold = (channel: string, incidentId: string) => told.get(`${incidentId} ${channel}`) ?? null;
    const planned = planDeliveries({ settings: notifications, events, waiting, wasTold, now: at });
    await storeRouted(tx, { planned, eventIds: events.map(({ id }) => id), now: at });
    const due = new Set(planned.filter(({ dueAt }) => dueAt <= at).map(({ channel }) => channel));
    for (const channel of due) await sendMessages(queue, { channel, tx });
    return events.length;
  });
}
