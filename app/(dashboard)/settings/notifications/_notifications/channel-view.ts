import type { ListedChannelState } from "#db/queries/channel-states.ts";
import type { Channel } from "#lib/contracts/notification-settings.ts";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import type { VerdictState } from "#lib/contracts/verdict.ts";
import { CHANNEL_KIND_WORDS, pauseOf } from "#lib/incidents/say-delivery.ts";
import { tellableFrom } from "#lib/incidents/quiet-hours.ts";
import { sayChannelFacts, sayMend, sayQuietHours } from "./setting-words.ts";

/** A channel of the configuration as the page shows it. */
export interface ChannelView {
  name: string;
  kind: string;
  state: VerdictState;
  stateWord: string;
  /** What is the matter, and what mends it; null: nothing is. */
  fault: string | null;
  mend: string | null;
  failingSince: Date | null;
  pausedUntil: Date | null;
  /** Something was sent there, arrived or not. */
  tried: boolean;
  lastDeliveredAt: Date | null;
  waiting: number;
  waitingSince: Date | null;
  facts: { name: string; value: string; code?: string }[];
  /** Open incidents that it has not received: of one's own tables, and of sample tables. */
  missed: { own: number; samples: number };
  /** Routes exist, and none of them sends anything here. */
  isUnrouted: boolean;
  /** Where it comes from, and what the next change has to name. null: a worker has not said. */
  entry: EntryView | null;
  /** `until`: they are in force now, until then. null: it has none. */
  quiet: { words: string; until: Date | null } | null;
}

/** A channel with how it does; `state` null: nothing was sent there yet. Pure. */
export function viewChannel(
  channel: Channel,
  {
    state,
    missed,
    isUnrouted,
    entry,
    now,
  }: Pick<ChannelView, "missed" | "isUnrouted" | "entry"> & { state: ListedChannelState | null; now: Date },
): ChannelView {
  const failingSince = state?.failingSince ?? null;
  const pausedUntil = pauseOf(state, now);
  const hasAnswered = state !== null && (state.lastDeliveredAt !== null || failingSince !== null);
  return {
    name: channel.name,
    kind: CHANNEL_KIND_WORDS[channel.kind],
    ...(failingSince !== null
      ? { state: "alert", stateWord: "Failing" }
      : pausedUntil !== null
        ? { state: "warning", stateWord: "Paused" }
        : hasAnswered
          ? { state: "ok", stateWord: "Healthy" }
          : { state: "unknown", stateWord: "Not tested" }),
    fault: failingSince === null ? null : (state?.fault ?? "No reason was kept"),
    mend: failingSince === null ? null : sayMend(channel),
    failingSince,
    pausedUntil,
    tried: state !== null,
    lastDeliveredAt: state?.lastDeliveredAt ?? null,
    waiting: state?.waiting ?? 0,
    waitingSince: state?.waitingSince ?? null,
    facts: sayChannelFacts(channel),
    quiet: viewQuiet(channel, now),
    missed,
    isUnrouted,
    entry,
  };
}

function viewQuiet({ quietHours }: Channel, now: Date): ChannelView["quiet"] {
  if (quietHours === null) return null;
  const end = tellableFrom({ ...quietHours, but: [] }, "warn", now);
  return { words: sayQuietHours(quietHours), until: end > now ? end : null };
}

/** The health of all channels, in a sentence. Pure. */
export function sayChannels(channels: readonly Pick<ChannelView, "state" | "waiting">[]): string {
  const failing = channels.filter(({ state }) => state === "alert").length;
  const waiting = channels.reduce((sum, one) => sum + one.waiting, 0);
  const all = channels.length === 1 ? "1 channel" : `${channels.length} channels`;
  const queue = waiting === 0 ? "queue empty" : waiting === 1 ? "1 message waiting" : `${waiting} messages waiting`;
  if (failing > 0) return channels.length === 1 ? `1 channel, failing, ${queue}.` : `${failing} of ${all} failing, ${queue}.`;
  const untested = channels.filter(({ state }) => state === "unknown").length;
  const health = untested === 0 ? "healthy" : untested === channels.length ? "not tested yet" : `${untested} not tested yet`;
  return `${all}, ${health}, ${queue}.`;
}
