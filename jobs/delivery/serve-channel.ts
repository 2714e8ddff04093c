import { withAdvisoryLock } from "#db/queries/advisory-lock.ts";
import { ensureChannelState, type ChannelStateRow } from "#db/queries/channel-states.ts";
import type { DeliveryRow } from "#db/queries/deliveries.ts";
import {
  beatClaim,
  claimNext,
  endClaim,
  findFirstPost,
  giveUpOld,
  hasDue,
  listClaimed,
  noteTry,
  withholdWaiting,
} from "#db/queries/sending.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import { isStoreUnreachable } from "#db/store-errors.ts";
import { afterTry, GIVEN_UP_AFTER_MS } from "#jobs/delivery/after-try.ts";
import { makeMessage } from "#jobs/delivery/make-message.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { pause } from "#jobs/pause.ts";
import { NO_BOUNDS } from "#lib/contracts/entered-bounds.ts";
import type { Channel } from "#lib/contracts/notification-settings.ts";
import type { OpenedChannel } from "#lib/incidents/channels/open-configured.ts";
import type { Message, PostedMessage, SendOutcome } from "#lib/incidents/message.ts";

/** An answer is waited for no longer: beyond what each channel itself waits for, and for bringing a thread's first message up to date. */
const SEND_MS_MAX = 45_000;
/** What came of a try is noted again and again for so long while the store is away. */
const NOTE_MS_MAX = 20_000;
/** While a message is on its way its worker says so often that it lives. */
const BEAT_EVERY_MS = 2000;
/** A claim without a sign for so long may be nobody's. */
const SILENT_MS_MAX = 10_000;
/** Then a sign is waited for once more: while the store was away no worker could give one. */
const LAST_SIGN_MS = 5000;
/** A longer peace is not waited for here: the look of each minute comes back to it. */
const WAIT_MS_MAX = 60_000;
const LOST = "The connection that held the lock of a channel's sender broke; another sender takes over.";

export interface Pace {
  /** Resolves after so long, or when the signal aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Sends what waits for a channel and is due, oldest first, a message at a time: of all workers one does so, the others leave it to that one.
 * Resolves when nothing is due, when the channel is to be left in peace for longer, or when this worker stops. Rejects when Postgres does not answer.
 */
export async function serveChannel(deps: TaskDeps, name: string, pace: Pace = { pause }): Promise<void> {
  const { database, stopping, now } = deps;
  for (let later = false; !stopping.aborted;) {
    const served = await withAdvisoryLock(database, { kind: "sender", name, workerId: deps.workerId, lost: LOST }, async (lost) => {
      return await serve(deps, name, { ...pace, signal: AbortSignal.any([lost, stopping]) });
    });
    // Whoever holds the lock looks once more after it let go of it, so what came meanwhile is seen by one of the two.
    if (served.busy) return;
    later = served.value === "later";
    if (!(await hasDue(database.db, { channel: name, now: now(), testsOnly: later })) || served.value === "left") return;
  }
}

type Served = "done" | "later" | "left";

async function serve(deps: TaskDeps, name: string, pace: Pace & { signal: AbortSignal }): Promise<Served> {
  const { database, settings, delivery, now } = deps;
  const channel = settings().notifications.channels.find((one) => one.name === name);
  if (channel === undefined) return await withhold(deps, name);
  const opened = await delivery.openChannel(channel, settings().sources.bounds ?? NO_BOUNDS);
  const waited = new Set<number>();
  while (!pace.signal.aborted) {
    if (await waitsForClaim(deps, channel, { ...pace, waited })) continue;
    const state = await ensureChannelState(database.db, { name, fingerprint: opened.fingerprint, now: now() });
    const pausedMs = (state.pausedUntil?.getTime() ?? 0) - now().getTime();
    const fails = state.failingSince !== null && pausedMs > 0;
    if (pausedMs > 0 && !fails) {
      if (pausedMs > WAIT_MS_MAX) return "later";
      await pace.pause(pausedMs, pace.signal);
      continue;
    }
    // A person who asks for a test wants to know now.
    const claim = await claimNext(database.db, { channel: name, now: now(), testsOnly: fails });
    if (claim === null) return fails ? "later" : "done";
    await tryOnce(deps, { channel, opened, state, claim });
  }
  return "left";
}

/** Messages wait until it is known what became of one that a worker took up: it is this one's business once that worker is gone. */
async function waitsForClaim(
  deps: TaskDeps,
  channel: Channel,
  { pause: wait, signal, waited }: Pace & { signal: AbortSignal; waited: Set<number> },
): Promise<boolean> {
  const { database, now } = deps;
  const [claimed] = await listClaimed(database.db, channel.name);
  if (claimed === undefined) return false;
  if (claimed.silentMs < SILENT_MS_MAX) {
    waited.delete(claimed.id);
    await wait(SILENT_MS_MAX - claimed.silentMs, signal);
    return true;
  }
  if (!waited.has(claimed.id)) {
    waited.add(claimed.id);
    await wait(LAST_SIGN_MS, signal);
    return true;
  }
  const answer = "The worker that sent it ended before it noted an answer.";
  const outcome: SendOutcome = { outcome: "unanswered", status: null, answer, retryAfterMs: null, fault: null, posted: null };
  const state = { failingSince: null, failuresInRow: 0 };
  const { delivery } = afterTry(claimed, state, outcome, { now: now(), kind: channel.kind });
  deps.log.warn({ channel: channel.name, deliveryId: claimed.id, state: delivery.state }, answer);
  const attempt = { at: claimed.claimedAt ?? now(), durationMs: 0, outcome: outcome.outcome, status: null, answer };
  // The channel is not to blame: nothing is known of it.
  await noteTry(database.db, claimed, { delivery, attempt, channel: null, now: now() });
  return true;
}

interface Try {
  channel: Channel;
  opened: OpenedChannel;
  state: ChannelStateRow;
  claim: DeliveryRow;
}

async function tryOnce(deps: TaskDeps, { channel, opened, state, claim }: Try): Promise<void> {
  const { database, log, now } = deps;
  let message: Message | null;
  let first: PostedMessage | null;
  try {
    message = await makeMessage({ db: database.db, readReview: deps.delivery.readReview, timeZone: zoneOfDigest(deps), now: now() }, claim);
    first = await firstPost(deps, channel, claim);
  } catch (error) {
    // Nothing went out. A store that went away meets it again; anything else would for ever.
    if (isStoreUnreachable(error)) throw error;
    log.error({ err: error, channel: channel.name, deliveryId: claim.id }, "A message could not be made.");
    await endClaim(database.db, claim, {
      state: "failed",
      endedAt: now(),
      lastAnswer: "The message could not be made; the log of the worker says why.",
    });
    return;
  }
  if (message === null) {
    await endClaim(database.db, claim, {
      state: "withheld",
      endedAt: now(),
      lastAnswer: "The incident that it reports is no longer stored.",
    });
    return;
  }
  const at = now();
  const start = performance.now();
  const { outcome, end } = await whileBeating(deps, claim, async () => await send(deps, opened, { message, first, claim }));
  if (outcome === null) return;
  const durationMs = Math.round(performance.now() - start);
  const ended = now();
  const next = afterTry(claim, state, outcome, { now: ended, kind: channel.kind });
  const attempt = { at, durationMs, outcome: outcome.outcome, status: outcome.status, answer: outcome.answer };
  const told = {
    channel: channel.name,
    deliveryId: claim.id,
    outcome: outcome.outcome,
    status: outcome.status,
    state: next.delivery.state,
  };
  if (outcome.outcome === "delivered") log.info(told, "A message was delivered.");
  else log.warn({ ...told, answer: outcome.answer }, "A message was not delivered.");
  const note = { delivery: next.delivery, attempt, channel: { fingerprint: state.fingerprint, change: next.channel }, now: ended };
  await patiently(async () => await noteTry(database.db, claim, note)).finally(end);
  await giveUp(deps, channel, next.channel.failingSince ?? null);
}

/**
 * Does the work and says all the while, until `end`, that its worker lives. null: the claim was lost before the work began, as a worker learns
 * that was frozen, and nothing was done.
 */
async function whileBeating<T>(
  { database, log }: TaskDeps,
  claim: DeliveryRow,
  work: () => Promise<T>,
): Promise<{ outcome: T | null; end: () => void }> {
  if (!(await beatClaim(database.db, claim))) {
    log.warn({ channel: claim.channel, deliveryId: claim.id }, "A message was left to the sender that took it over.");
    return { outcome: null, end: () => {} };
  }
  const beating = setInterval(() => void beatClaim(database.db, claim).catch(() => {}), BEAT_EVERY_MS);
  const end = (): void => clearInterval(beating);
  try {
    return { outcome: await work(), end };
  } catch (error) {
    end();
    throw error;
  }
}

async function send(
  { delivery, log, now }: TaskDeps,
  { send: sendMessage, fault }: OpenedChannel,
  { message, first, claim }: { message: Message; first: PostedMessage | null; claim: DeliveryRow },
): Promise<SendOutcome> {
  const none = { status: null, retryAfterMs: null, posted: null } as const;
  if (sendMessage === null) return { ...none, outcome: "refused", fault: "channel", answer: fault };
  try {
    // Not the signal of a stopping worker: what is on its way is answered within seconds, and noted then.
    const signal = AbortSignal.timeout(SEND_MS_MAX);
    const { publicUrl } = delivery;
    const plain = claim.detail.plain === true;
    return await sendMessage({ message, first, deliveryId: claim.messageId, plain, publicUrl, now: now(), signal });
  } catch (error) {
    log.error({ err: error, deliveryId: claim.id }, "Sending a message met a fault of its own.");
    return { ...none, outcome: "unanswered", fault: null, answer: "Sending it met a fault; the log of the worker says which." };
  }
}

async function firstPost({ database }: TaskDeps, channel: Channel, { incidentId }: DeliveryRow): Promise<PostedMessage | null> {
  if (channel.kind !== "slack_bot" || incidentId === null) return null;
  return await findFirstPost(database.db, { channel: channel.name, incidentId, conversation: channel.conversation });
}

async function giveUp({ database, log, now }: TaskDeps, { name }: Channel, failingSince: Date | null): Promise<void> {
  const before = new Date(now().getTime() - GIVEN_UP_AFTER_MS);
  if (failingSince === null || failingSince > before) return;
  const answer = "Abandoned: the channel has failed for a day.";
  const given = await giveUpOld(database.db, { channel: name, before, answer, now: now() });
  if (given > 0) log.warn({ channel: name, deliveries: given }, "Messages that could not be delivered for a day were abandoned.");
}

/** Only where the stored configuration names it no more either: another worker may have read a newer file than this one. */
async function withhold({ database, log, now }: TaskDeps, name: string): Promise<Served> {
  const stored = (await findServiceState(database.db, "configuration"))?.service?.notifications;
  if (stored?.channels.some((channel) => channel.name === name) === true) return "left";
  const why = `The channel ${name} was taken out of the configuration.`;
  const withheld = await withholdWaiting(database.db, { channel: name, why, now: now() });
  if (withheld > 0)
    log.warn({ channel: name, deliveries: withheld }, "Messages are withheld: their channel was taken out of the configuration.");
  return "left";
}

function zoneOfDigest({ settings }: TaskDeps): string {
  return settings().notifications.digest?.timeZone ?? "UTC";
}

/** Repeats what fails because the store is away, until it is there again or too much time has passed. */
async function patiently(work: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + NOTE_MS_MAX;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isStoreUnreachable(error) || performance.now() >= deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
