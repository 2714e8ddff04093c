import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "./client.ts";
import { findDelivery, type DeliveryRow } from "./queries/deliveries.ts";
import type { JobSender } from "./queue.ts";
import { sendMessages } from "./request-test-message.ts";
import { deliveries } from "./schema/deliveries.ts";
import type { NotificationSettings } from "#lib/contracts/notification-settings.ts";
import { AppError } from "#lib/errors.ts";

/** Ends that leave it open whether anybody read the message. */
const CAN_BE_SENT_AGAIN = ["failed", "unsure", "withheld"] as const;

/**
 * Gives a message that did not arrive, or may not have, to the workers once more, with who wanted that: it shows the state at that time. In one
 * transaction; two who ask at once send it once. Throws AppError usage when it arrived, is on its way, or its channel is not configured any
 * more, and unknown_delivery.
 */
export async function sendAgain(
  db: Db,
  queue: JobSender,
  { deliveryId, by, now, settings }: { deliveryId: number; by: string; now: Date; settings: Pick<NotificationSettings, "channels"> },
): Promise<DeliveryRow> {
  const found = await findDelivery(db, deliveryId);
  if (found === null) throw new AppError("unknown_delivery", `No message has the number ${deliveryId}.`);
  if (!settings.channels.some(({ name }) => name === found.channel)) {
    throw new AppError("usage", `The channel ${found.channel} was removed, so nothing can be sent there.`);
  }
  const again = JSON.stringify({ again: { by, at: now.toISOString() } });
  return await db.transaction(async (tx) => {
    const [row] = await tx
      .update(deliveries)
      .set({
        state: "waiting",
        dueAt: now,
        endedAt: null,
        claimedAt: null,
        unanswered: 0,
        detail: sql`${deliveries.detail} || ${again}::jsonb`,
      })
      .where(and(eq(deliveries.id, deliveryId), inArray(deliveries.state, [...CAN_BE_SENT_AGAIN])))
      .returning();
    if (!row) throw new AppError("usage", "The message has arrived, or is on its way already.");
    await sendMessages(queue, { channel: row.channel, tx });
    return row;
  });
}
