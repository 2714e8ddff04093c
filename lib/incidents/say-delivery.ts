import type { ChannelKind, DeliveryState, IncidentEventKind, MessageKind, SendOutcomeName } from "#lib/names.ts";
import { formatCount, formatDuration } from "#lib/units.ts";
import { joinWords } from "#lib/words.ts";

export const DELIVERY_STATE_WORDS: Readonly<Record<DeliveryState, string>> = {
  waiting: "Waiting",
  sending: "Sending",
  delivered: "Delivered",
  failed: "Failed",
  unsure: "May have arrived",
  withheld: "Withheld",
};

export const MESSAGE_KIND_WORDS: Readonly<Record<MessageKind, string>> = {
  incident: "One incident",
  several: "Several incidents",
  digest: "Weekly digest",
  test: "Test",
};

export const CHANNEL_KIND_WORDS: Readonly<Record<ChannelKind, string>> = {
  slack_webhook: "Slack incoming webhook",
  slack_bot: "Slack bot",
  webhook: "Your own program (signed webhook)",
};

export const OUTCOME_WORDS: Readonly<Record<SendOutcomeName, string>> = {
  delivered: "Delivered",
  refused: "Refused",
  limited: "Rate limited",
  unreachable: "Unreachable",
  unanswered: "No answer",
};

const EVENT_WORDS: Readonly<Record<IncidentEventKind, string>> = {
  opened: "opened",
  reopened: "opened again",
  worsened: "got worse",
  acknowledged: "acknowledged",
  snoozed: "snoozed",
  woken: "snooze ended",
  assigned: "assigned",
  commented: "comment",
  dated: "start found",
  resolved: "resolved",
  accepted: "accepted",
};

/** A delivery as far as its words need it. */
export interface SaidDelivery {
  kind: MessageKind;
  state: DeliveryState;
  detail: { shared?: string; week?: string; by?: string };
  /** The entries of timelines that it tells and that are still there, oldest first. */
  tells: readonly { incidentId: string; kind: IncidentEventKind }[];
  attempts: number;
  dueAt: Date;
  lastAnswer: string | null;
  /** Oldest first. */
  tries: readonly { outcome: SendOutcomeName; durationMs: number }[];
}

/** What a message is about, in a few words such as `opened` or `test by Ada`; with an incident what it says about that one. Pure. */
export function sayTold({ kind, detail, tells }: SaidDelivery, incidentId?: string): string {
  if (kind === "digest") return `digest of week ${detail.week ?? "unknown"}`;
  if (kind === "test") return detail.by === undefined ? "test" : `test by ${detail.by}`;
  const incidents = new Set(tells.map((told) => told.incidentId));
  if (kind === "several" && incidentId === undefined) {
    const many =
      incidents.size === 0 ? "several incidents" : `${formatCount(incidents.size)} ${incidents.size === 1 ? "incident" : "incidents"}`;
    return detail.shared === undefined ? many : `${many}: ${detail.shared}`;
  }
  const mine = tells.filter((told) => incidentId === undefined || told.incidentId === incidentId);
  const words = [...new Set(mine.map((told) => EVENT_WORDS[told.kind]))];
  const said = words.length === 0 ? "events that are no longer kept" : joinWords(words);
  const others = incidentId === undefined ? 0 : incidents.size - (incidents.has(incidentId) ? 1 : 0);
  return others === 0 ? said : `${said}, with ${formatCount(others)} other ${others === 1 ? "incident" : "incidents"}`;
}

/** Why a delivery waits. `next`: nothing holds it back. */
export type WaitReason = "quiet" | "limited" | "failing" | "again" | "next";

/** What holds a waiting delivery back, and until when; null: no moment is known. Pure. */
export function whyWaiting(
  { dueAt, attempts, tries }: Pick<SaidDelivery, "dueAt" | "attempts" | "tries">,
  channel: { pausedUntil: Date | null; failingSince: Date | null } | null,
  now: Date,
): { reason: WaitReason; until: Date | null } {
  if (dueAt > now) {
    if (tries.at(-1)?.outcome === "limited") return { reason: "limited", until: dueAt };
    if (attempts === 0) return { reason: "quiet", until: dueAt };
    return { reason: channel?.failingSince == null ? "again" : "failing", until: dueAt };
  }
  const until = pauseOf(channel, now);
  if (channel?.failingSince != null) return { reason: "failing", until };
  return { reason: until === null ? "next" : "limited", until };
}

/** Between two messages a channel rests a moment, which is no pause that anybody asked for. */
const REST_MS = 5000;

/** Until when a channel takes nothing, as the other side asked or until it is tried again; null: it does. Pure. */
export function pauseOf(channel: { pausedUntil: Date | null } | null, now: Date): Date | null {
  const until = channel?.pausedUntil ?? null;
  return until !== null && until.getTime() > now.getTime() + REST_MS ? until : null;
}

const WAIT_WORDS: Readonly<Record<WaitReason, [withMoment: string, without: string]>> = {
  quiet: ["quiet hours end", "quiet hours"],
  limited: ["the channel is rate limited until", "the channel is rate limited"],
  failing: ["the channel fails; next attempt", "the channel fails; it is sent when the channel works again"],
  again: ["an attempt failed; next attempt", "an attempt failed"],
  next: ["until", "for a worker"],
};

/** The result of a message, as a sentence; `until`: a moment that the sentence ends with. Pure. */
export function sayDelivery(
  delivery: SaidDelivery,
  { incidentId, channel, now }: { incidentId?: string; channel: { pausedUntil: Date | null; failingSince: Date | null } | null; now: Date },
): { text: string; until: Date | null } {
  const told = sayTold(delivery, incidentId);
  const { state, attempts, lastAnswer, tries } = delivery;
  const reason = lastAnswer === null ? "" : `: ${lastAnswer.replace(/\.$/, "")}`;
  if (state === "waiting") {
    const { reason: why, until } = whyWaiting(delivery, channel, now);
    return { text: `Waiting (${told}): ${WAIT_WORDS[why][until === null ? 1 : 0]}${until === null ? "." : ""}`, until };
  }
  const text = {
    sending: `Sending (${told}).`,
    delivered: `Delivered${sayEffort(attempts, tries.at(-1)?.durationMs ?? null)} (${told}).`,
    failed: `Failed (${told})${attempts > 1 ? ` after ${formatCount(attempts)} attempts` : ""}${reason}.`,
    unsure: `May have arrived (${told}): no answer came, so it is not sent again${reason}.`,
    withheld: `Not sent (${told})${reason}.`,
  }[state];
  return { text, until: null };
}

function sayEffort(attempts: number, durationMs: number | null): string {
  const time = durationMs === null ? "" : durationMs < 50 ? " at once" : ` in ${formatDuration(durationMs)}`;
  return attempts > 1 ? `${time}, attempt ${formatCount(attempts)}` : time;
}
