import type { Db } from "./client.ts";
import type { JobSender } from "./queue.ts";
import { listOpenIncidents } from "./queries/open-incidents.ts";
import { holdOpenDeliveries, lockRouting, storeRouted } from "./queries/outbox.ts";
import { findChannel, sendMessages } from "./request-test-message.ts";
import type { NotificationSettings } from "#lib/contracts/notification-settings.ts";
import { openForChannel } from "#lib/incidents/open-for-channel.ts";
import { planDeliveries } from "#lib/incidents/plan-deliveries.ts";

interface SentOpen {
  /** As the configuration writes it. */
  channel: string;
  /** How many incidents the messages tell. */
  incidents: number;
  deliveryIds: number[];
}

/**
 * Sends a channel the open incidents that it was not told of: unresolved, not snoozed, not silenced, and by the routes. `samples`: those of
 * sample tables instead. They become messages by the rule for many at once, and wait for quiet hours as others do. All in one transaction with
 * routing held, so that each incident is sent once however often this is asked for. Throws AppError usage when no such channel exists.
 */
export async function sendOpenIncidents(
  db: Db,
  queue: JobSender,
  asked: { channel: string; by: string; samples: boolean; now: Date; settings: NotificationSettings },
): Promise<SentOpen> {
  const { by, samples, now, settings } = asked;
  const channel = findChannel(settings, asked.channel);
  return await db.transaction(async (tx) => {
    await lockRouting(tx);
    const missed = openForChannel(settings, channel.name, await listOpenIncidents(tx, now));
    const chosen = samples ? missed.samples : missed.own;
    if (chosen.length === 0) return { channel: channel.name, incidents: 0, deliveryIds: [] };
    const planned = planDeliveries({
      settings: { channels: [channel], routes: [], digest: null },
      events: chosen.map((incident) => ({ id: incident.eventId, kind: "opened", by: null, incident })),
      waiting: await holdOpenDeliveries(tx, [channel.name]),
      wasTold: () => null,
      now,
    });
    const deliveryIds = await storeRouted(tx, { planned, eventIds: [], now, detail: { asked: { by, at: now.toISOString() } } });
    if (planned.some(({ dueAt }) => dueAt <= now)) await sendMessages(queue, { channel: channel.name, tx });
    return { channel: channel.name, incidents: chosen.length, deliveryIds };
  });
}
