import type { Db } from "#db/client.ts";
import { findChannelState } from "#db/queries/channel-states.ts";
import { findDelivery } from "#db/queries/deliveries.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import type { DeliveryView } from "#lib/contracts/notifications.ts";
import { NO_NOTIFICATIONS, type NotificationSettings } from "#lib/contracts/notification-settings.ts";
import { AppError } from "#lib/errors.ts";
import { sayDelivery } from "#lib/incidents/say-delivery.ts";

/** A message as it stands. Throws AppError unknown_delivery. */
export async function viewDelivery(db: Db, deliveryId: number, now: Date): Promise<DeliveryView> {
  const delivery = await findDelivery(db, deliveryId);
  if (delivery === null) throw new AppError("unknown_delivery", `No message has the number ${deliveryId}.`);
  const { text, until } = sayDelivery(delivery, { channel: await findChannelState(db, delivery.channel), now });
  const last = delivery.tries.at(-1);
  return {
    id: String(delivery.id),
    channel: delivery.channel,
    state: delivery.state,
    sentence: text,
    until: until?.toISOString() ?? null,
    lastTry:
      last === undefined
        ? null
        : { at: last.at.toISOString(), outcome: last.outcome, status: last.status, answer: last.answer, durationMs: last.durationMs },
  };
}

/** What the workers said last of who is told of what. */
export async function readSettings(db: Db): Promise<NotificationSettings> {
  return (await findServiceState(db, "configuration"))?.service?.notifications ?? NO_NOTIFICATIONS;
}
