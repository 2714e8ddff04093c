import type { ChannelChange, ChannelStateRow } from "#db/queries/channel-states.ts";
import type { DeliveryRow } from "#db/queries/deliveries.ts";
import type { DeliveryChange } from "#db/queries/sending.ts";
import type { SendOutcome } from "#lib/incidents/message.ts";
import type { ChannelKind } from "#lib/names.ts";

/** A try that no answer came to may have arrived: it is repeated once, so that at most two of one message are seen. */
const UNANSWERED_MAX = 2;
const BACK_OFF_MS = { min: 60_000, max: 3_600_000 };
/** A message that is older is no news, and a channel that failed for so long is known to be broken. */
export const GIVEN_UP_AFTER_MS = 86_400_000;
/** Slack takes about one message a second of a channel. */
const SPACING_MS: Readonly<Record<ChannelKind, number>> = { slack_webhook: 1100, slack_bot: 1100, webhook: 0 };
const LIMITED_MS_USUAL = 30_000;

export interface AfterTry {
  delivery: DeliveryChange & Pick<DeliveryRow, "state">;
  channel: ChannelChange;
}

/**
 * What a try makes of a delivery and of its channel. What the channel is at fault for leaves the delivery waiting: it is tried again with the
 * channel, after one minute, two, four, at most an hour, until it is given up. A test ends with its first try, save that the other side asks for
 * peace. Pure.
 */
export function afterTry(
  delivery: Pick<DeliveryRow, "kind" | "dueAt" | "unanswered" | "detail">,
  state: Pick<ChannelStateRow, "failingSince" | "failuresInRow">,
  outcome: SendOutcome,
  { now, kind }: { now: Date; kind: ChannelKind },
): AfterTry {
  const said = { lastAnswer: outcome.answer };
  const spaced = { pausedUntil: SPACING_MS[kind] === 0 ? null : later(now, SPACING_MS[kind]) };
  const works = { failingSince: null, failuresInRow: 0, fault: null };
  switch (outcome.outcome) {
    case "delivered": {
      const posted = { conversation: outcome.posted?.conversation ?? null, ts: outcome.posted?.ts ?? null };
      return { delivery: { ...said, ...posted, state: "delivered", endedAt: now }, channel: { ...works, ...spaced, lastDeliveredAt: now } };
    }
    case "limited":
      return { delivery: { ...said, state: "waiting" }, channel: { pausedUntil: later(now, outcome.retryAfterMs ?? LIMITED_MS_USUAL) } };
    case "refused":
      if (outcome.fault !== "channel") return afterRefusal(delivery, said, { now, channel: { ...works, ...spaced } });
      break;
    case "unanswered": {
      const unanswered = delivery.unanswered + 1;
      const channel = failing(state, outcome, now);
      if (delivery.kind === "test" || unanswered >= UNANSWERED_MAX)
        return { delivery: { ...said, unanswered, state: "unsure", endedAt: now }, channel };
      return { delivery: { ...said, unanswered, state: "waiting" }, channel };
    }
    case "unreachable":
      break;
  }
  const channel = failing(state, outcome, now);
  const isOver = delivery.kind === "test" || isGivenUp(delivery.dueAt, channel.failingSince, now);
  return { delivery: { ...said, ...(isOver ? { state: "failed", endedAt: now } : { state: "waiting" }) }, channel };
}

/** Once again as plain text, which has nothing in it that could be disliked. */
function afterRefusal(
  { detail }: Pick<DeliveryRow, "detail">,
  said: Pick<DeliveryRow, "lastAnswer">,
  { now, channel }: { now: Date; channel: ChannelChange },
): AfterTry {
  if (detail.plain === true) return { delivery: { ...said, state: "failed", endedAt: now }, channel };
  return { delivery: { ...said, state: "waiting", detail: { ...detail, plain: true } }, channel };
}

function failing(
  { failingSince, failuresInRow }: Pick<ChannelStateRow, "failingSince" | "failuresInRow">,
  { answer }: SendOutcome,
  now: Date,
): Required<Pick<ChannelStateRow, "failingSince" | "failuresInRow" | "fault" | "pausedUntil">> {
  const backOff = Math.min(BACK_OFF_MS.min * 2 ** Math.min(failuresInRow, 10), BACK_OFF_MS.max);
  return { failingSince: failingSince ?? now, failuresInRow: failuresInRow + 1, fault: answer, pausedUntil: later(now, backOff) };
}

/** Both must be old: what waited while no worker was there gets its tries. */
function isGivenUp(dueAt: Date, failingSince: Date | null, now: Date): boolean {
  const since = Math.max(dueAt.getTime(), failingSince?.getTime() ?? now.getTime());
  return now.getTime() - since >= GIVEN_UP_AFTER_MS;
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
