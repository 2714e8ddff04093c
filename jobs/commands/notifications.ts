import { setTimeout as sleep } from "node:timers/promises";
import { listChannelStates, type ListedChannelState } from "#db/queries/channel-states.ts";
import { findDelivery, listDeliveries, type ListedDelivery } from "#db/queries/deliveries.ts";
import { findIncidentName, unknownIncident } from "#db/queries/incidents.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import { requestTestMessage } from "#db/request-test-message.ts";
import { sayIfNobodyWorks } from "#jobs/commands/ask-service.ts";
import { EXIT, type CommandDeps, type CommandResult } from "#jobs/commands/command-deps.ts";
import { printed } from "#jobs/commands/run-documents.ts";
import type { Service } from "#jobs/commands/service.ts";
import { incidentName, readIncidentName } from "#lib/contracts/incident-number.ts";
import { DeliveriesDocument, DeliveryDocument, NotificationsDocument } from "#lib/contracts/notification-documents.ts";
import { NO_NOTIFICATIONS, type NotificationSettings } from "#lib/contracts/notification-settings.ts";
import { AppError } from "#lib/errors.ts";
import type { DeliveryState } from "#lib/names.ts";

const LOOK_EVERY_MS = 300;

/** The channels of the running service with how they do, and the routes: one JSON document. */
export async function showNotifications({ database }: Service, now: Date): Promise<CommandResult> {
  const { channels, routes, digest } = await readSettings(database.db);
  const states = new Map((await listChannelStates(database.db)).map((state) => [state.name, state]));
  const document: NotificationsDocument = {
    channels: channels.map(({ name, kind, quietHours }) => ({ name, kind, quietHours, ...describe(states.get(name), now) })),
    routes,
    digest,
  };
  return { output: printed(NotificationsDocument.parse(document)), exitCode: 0 };
}

/**
 * Asks for a message that says nothing but that it arrives, and prints what became of it; with `wait` when it has ended, with exit code 1 when
 * it was not delivered. Throws AppError usage when no such channel is configured.
 */
export async function testChannel(
  service: Service,
  deps: Pick<CommandDeps, "now" | "say" | "signal">,
  { channel, by, wait }: { channel: string; by: string; wait?: true },
): Promise<CommandResult> {
  const { db } = service.database;
  const settings = await readSettings(db);
  const { id } = await requestTestMessage(db, await service.queue(), { channel, by, now: deps.now(), settings });
  await sayIfNobodyWorks(db, deps.say, "the message");
  for (;;) {
    const delivery = await findDelivery(db, id);
    if (delivery === null) throw new AppError("internal", "The message is not there any more.");
    const isOver = delivery.state !== "waiting" && delivery.state !== "sending";
    if (wait === undefined || isOver) {
      const exitCode = wait === undefined || delivery.state === "delivered" ? 0 : EXIT.failed;
      return { output: printed(DeliveryDocument.parse(toDocument(delivery))), exitCode };
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal: deps.signal }).catch(() => {});
    if (deps.signal.aborted) throw new AppError("cancelled", "Nobody waits for the message any more; it is sent all the same.");
  }
}

export interface ListDeliveriesInput {
  channel?: string;
  incident?: string;
  state?: DeliveryState[];
  limit: number;
}

/** What was sent and is to be sent, newest first: one JSON document. Throws AppError unknown_incident. */
export async function listForPerson(
  { database: { db } }: Service,
  { channel, incident, state, limit }: ListDeliveriesInput,
): Promise<CommandResult> {
  const number = incident === undefined ? null : readIncidentName(incident);
  const incidentId = number === null ? incident : (await findIncidentName(db, { number }))?.id;
  if (incident !== undefined && incidentId === undefined) throw unknownIncident(incident);
  const listed = await listDeliveries(db, { channel, incidentId, states: state, limit });
  return { output: printed(DeliveriesDocument.parse({ deliveries: listed.map(toDocument) })), exitCode: 0 };
}

async function readSettings(db: Service["database"]["db"]): Promise<NotificationSettings> {
  return (await findServiceState(db, "configuration"))?.service?.notifications ?? NO_NOTIFICATIONS;
}

function describe(state: ListedChannelState | undefined, now: Date) {
  const { failingSince = null, fault = null, lastDeliveredAt = null, waiting = 0 } = state ?? {};
  // A pause of a second between two messages is nothing that anybody waits for.
  const pausedMs = (state?.pausedUntil?.getTime() ?? 0) - now.getTime();
  const pausedUntil = pausedMs > 2000 ? (state?.pausedUntil ?? null) : null;
  const word = failingSince !== null ? "fails" : pausedUntil !== null ? "limited" : lastDeliveredAt === null ? "unused" : "works";
  return {
    state: word,
    failingSince: failingSince?.toISOString() ?? null,
    fault,
    pausedUntil: pausedUntil?.toISOString() ?? null,
    lastDeliveredAt: lastDeliveredAt?.toISOString() ?? null,
    waiting,
  } as const;
}

function toDocument({
  id,
  channel,
  kind,
  state,
  detail,
  tells,
  createdAt,
  dueAt,
  endedAt,
  lastAnswer,
  tries,
}: ListedDelivery): DeliveryDocument {
  return {
    id: String(id),
    channel,
    kind,
    state,
    shared: detail.shared ?? null,
    week: detail.week ?? null,
    tells: tells.map((told) => ({ incident: incidentName(told.number), kind: told.kind })),
    createdAt: createdAt.toISOString(),
    dueAt: dueAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    lastAnswer,
    tries: tries.map(({ at, outcome, status, answer, durationMs }) => ({
      at: at.toISOString(),
      outcome,
      status,
      answer,
      milliseconds: durationMs,
    })),
  };
}
