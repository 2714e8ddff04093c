import type { ListedChannelState } from "#db/queries/channel-states.ts";
import type { ListedDelivery } from "#db/queries/deliveries.ts";

/** What one channel has heard of an incident. */
export interface ToldChannel {
  channel: string;
  /** Messages that arrived. */
  told: number;
  /** The last of them; null: none arrived. */
  lastAt: Date | null;
  /** Messages on their way. */
  waiting: number;
  /** Messages that did not arrive, or may not have. */
  lost: number;
  /** Since when nothing arrives there at all; null: it works, or nobody knows. */
  failingSince: Date | null;
}

/** Deliveries of one incident by channel: those that lost something first, then by name. Pure. */
export function toldChannels(
  deliveries: readonly Pick<ListedDelivery, "channel" | "state" | "endedAt">[],
  states: readonly Pick<ListedChannelState, "name" | "failingSince">[],
): ToldChannel[] {
  const failing = new Map(states.map(({ name, failingSince }) => [name, failingSince]));
  const channels = [...Map.groupBy(deliveries, ({ channel }) => channel)].map(([channel, all]): ToldChannel => {
    const arrived = all.filter(({ state }) => state === "delivered").flatMap(({ endedAt }) => endedAt ?? []);
    return {
      channel,
      told: all.filter(({ state }) => state === "delivered").length,
      lastAt: arrived.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null,
      waiting: all.filter(({ state }) => state === "waiting" || state === "sending").length,
      lost: all.filter(({ state }) => state === "failed" || state === "unsure").length,
      failingSince: failing.get(channel) ?? null,
    };
  });
  const troubled = ({ lost, failingSince }: ToldChannel) => Number(lost > 0 || failingSince !== null);
  return channels.toSorted((a, b) => troubled(b) - troubled(a) || a.channel.localeCompare(b.channel));
}
