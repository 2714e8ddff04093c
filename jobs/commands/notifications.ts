import { setTimeout as sleep } from "node:timers/promises";
import { listChannelStates, type ListedChannelState } from "#db/queries/channel-states.ts";
import { readEntryViews } from "#db/queries/entry-documents.ts";
import { findDelivery, listDeliveries, type ListedDelivery } from "#db/queries/deliveries.ts";
import { findIncidentName, unknownIncident } from "#db/queries/incidents.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import { listOpenIncidents } from "#db/queries/open-incidents.ts";
import { findChannel, requestTestMessage } from "#db/request-test-message.ts";
import { sendOpenIncidents } from "#db/send-open-incidents.ts";
import { sayIfNobodyWorks } from "#jobs/commands/ask-service.ts";
import { EXIT, type CommandDeps, type CommandResult } from "#jobs/commands/command-deps.ts";
import { enterAll, type EntryCommandDeps } from "#jobs/commands/entries.ts";
import { printed } from "#jobs/commands/run-documents.ts";
import type { Service } from "#jobs/commands/service.ts";
import { incidentName, readIncidentName } from "#lib/contracts/incident-number.ts";
import {
  ChannelAddedDocument,
  DeliveriesDocument,
  DeliveryDocument,
  NotificationsDocument,
  SentOpenDocument,
} from "#lib/contracts/notification-documents.ts";
import { NO_NOTIFICATIONS, type NotificationSettings } from "#lib/contracts/notification-settings.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { AppError } from "#lib/errors.ts";
import { openForChannel } from "#lib/incidents/open-for-channel.ts";
import type { DeliveryState } from "#lib/names.ts";

const LOOK_EVERY_MS = 300;

/** The channels of the running service with their health, and the routes: one JSON document. */
export async function showNotifications({ database }: Service, now: Date): Promise<CommandResult> {
  const { channels, routes, digest } = await readSettings(database.db);
  const entries = (await readEntryViews(database.db)).filter(({ kind }) => kind === "channel");
  const inUse = new Map(entries.flatMap((entry) => (entry.state === "in use" ? [[entry.name.toLowerCase(), entry]] : [])));
  const states = new Map((await listChannelStates(database.db)).map((state) => [state.name, state]));
  const document: NotificationsDocument = {
    channels: channels.map(({ name, kind, quietHours }) => ({
      name,
      kind,
      origin: inUse.get(name.toLowerCase())?.origin ?? null,
      quietHours,
      ...describe(states.get(name), now),
    })),
    notInUse: entries.filter(({ state }) => state !== "in use"),
    routes,
    digest,
  };
  return { output: printed(NotificationsDocument.parse(document)), exitCode: 0 };
}

/**
 * Adds a channel and prints it once a worker took it over. With `sendOpen` it is then sent the open incidents: those of samples where there are
 * no others. Exit code 1 when the channel is not in use though a worker saw it. Throws AppError usage that names every fault.
 */
export async function addChannel(
  service: Service,
  deps: EntryCommandDeps,
  { written, by, sendOpen: sends }: { written: WrittenEntry; by: string; sendOpen: boolean },
): Promise<CommandResult> {
  const entries = await enterAll(service, deps, { entries: [{ kind: "channel", written }], by });
  const [entry] = entries;
  const isUsed = entry?.state === "in use";
  if (sends && !isUsed) deps.say("The open incidents were not sent: the channel is not in use yet. Run `notifications send-open` later.");
  const sent = sends && isUsed ? await sendMissed(service, deps, { channel: entry.name, by, samples: null }) : null;
  const exitCode = entry?.state === "faulty" || (sends && !isUsed) ? EXIT.failed : 0;
  return { output: printed(ChannelAddedDocument.parse({ entries, sent })), exitCode };
}

/** Sends a channel the open incidents that it has not received, and prints how many. Throws AppError usage when no such channel exists. */
export async function sendOpen(
  service: Service,
  deps: Pick<CommandDeps, "now" | "say">,
  asked: { channel: string; by: string; samples: boolean },
): Promise<CommandResult> {
  return { output: printed(SentOpenDocument.parse(await sendMissed(service, deps, asked))), exitCode: 0 };
}

/** `samples` null: those of samples where there are no others. */
async function sendMissed(
  service: Service,
  { now, say }: Pick<CommandDeps, "now" | "say">,
  { channel, by, samples }: { channel: string; by: string; samples: boolean | null },
): Promise<SentOpenDocument> {
  const { db } = service.database;
  const settings = await readSettings(db);
  const missed = openForChannel(settings, findChannel(settings, channel).name, await listOpenIncidents(db, now()));
  const ofSamples = samples ?? missed.own.length === 0;
  const asked = { channel, by, samples: ofSamples, now: now(), settings };
  const { deliveryIds, ...sent } = await sendOpenIncidents(db, await service.queue(), asked);
  if (sent.incidents === 0 && !ofSamples && missed.samples.length > 0)
    say(`No incident of your tables is open. --samples sends the ${missed.samples.length} of the sample tables.`);
  if (sent.incidents > 0) await sayIfNobodyWorks(db, say, "the messages");
  return { ...sent, samples: ofSamples, deliveries: deliveryIds.map(String) };
}

/**
 * Sends a test message and prints what became of it; with `wait` when it has ended, with exit code 1 when it was not delivered. Throws
 * AppError usage when no such channel exists.
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
    if (delivery === null) throw new AppError("internal", "The message no longer exists.");
    const isOver = delivery.state !== "waiting" && delivery.state !== "sending";
    if (wait === undefined || isOver) {
      const exitCode = wait === undefined || delivery.state === "delivered" ? 0 : EXIT.failed;
      return { output: printed(DeliveryDocument.parse(toDocument(delivery))), exitCode };
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal: deps.signal }).catch(() => {});
    if (deps.signal.aborted) throw new AppError("cancelled", "Stopped waiting for the message; it is still sent.");
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
