import type { Db } from "#db/client.ts";
import { listChannelStates } from "#db/queries/channel-states.ts";
import { listDeliveries } from "#db/queries/deliveries.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import { sayDelivery } from "#lib/incidents/say-delivery.ts";
import type { TimelineDelivery } from "./timeline.ts";
import { toldChannels, type ToldChannel } from "./told-channels.ts";

export type { ToldChannel } from "./told-channels.ts";

/** Far more than one incident is told; of more the newest. */
const DELIVERIES_MAX = 200;

/** Who was told of an incident, and what became of each message. */
export async function readDeliveries(
  db: Db,
  { incidentId, now }: { incidentId: string; now: Date },
): Promise<{ deliveries: TimelineDelivery[]; told: ToldChannel[]; toldInThread: boolean; channels: number | null }> {
  const [listed, states, configuration] = await Promise.all([
    listDeliveries(db, { incidentId, limit: DELIVERIES_MAX }),
    listChannelStates(db),
    findServiceState(db, "configuration"),
  ]);
  const byName = new Map(states.map((state) => [state.name, state]));
  return {
    deliveries: listed.map((delivery) => ({
      id: String(delivery.id),
      channel: delivery.channel,
      at: delivery.endedAt ?? delivery.createdAt,
      ...sayDelivery(delivery, { incidentId, channel: byName.get(delivery.channel) ?? null, now }),
    })),
    told: toldChannels(listed, states),
    toldInThread: listed.some(({ kind, state, ts }) => kind === "incident" && state === "delivered" && ts !== null),
    channels: configuration?.service?.notifications.channels.length ?? null,
  };
}
