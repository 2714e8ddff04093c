import type { Db, Tx } from "./client.ts";
import { queueSender } from "./queue-sender.ts";
import type { JobSender } from "./queue.ts";
import type { DeliveryRow } from "./queries/deliveries.ts";
import { deliveries } from "./schema/deliveries.ts";
import type { Channel, NotificationSettings } from "#lib/contracts/notification-settings.ts";
import { AppError } from "#lib/errors.ts";

/**
 * A test message to a channel, stored and sent to the workers in one transaction. It goes before everything
 * that waits, also to a channel that fails, whatever its quiet hours, and is tried once. Throws AppError usage when no such channel is configured.
 */
export async function requestTestMessage(
  db: Db,
  queue: JobSender,
  { channel, by, now, settings }: { channel: string; by: string; now: Date; settings: Pick<NotificationSettings, "channels"> },
): Promise<DeliveryRow> {
  const found = findChannel(settings, channel);
  return await db.transaction(async (tx) => {
    const [row] = await tx
      .insert(deliveries)
      .values({ channel: found.name, kind: "test", eventIds: [], detail: { by }, state: "waiting", createdAt: now, dueAt: now })
      .returning();
    if (!row) throw new Error("the test message was not stored");
    await sendMessages(queue, { channel: found.name, tx });
    return row;
  });
}

/** Tells the workers that a channel has messages to send; without a channel, that any may. */
export async function sendMessages(queue: JobSender, { channel, tx }: { channel?: string; tx?: Tx }): Promise<void> {
  await queue.send("send-messages", channel === undefined ? {} : { channel }, tx ? { db: queueSender(tx) } : {});
}

/** The channel of that name, whatever the case. Throws AppError usage when there is none. */
export function findChannel({ channels }: Pick<NotificationSettings, "channels">, named: string): Channel {
  const found = channels.find(({ name }) => name.toLowerCase() === named.toLowerCase());
  if (found !== undefined) return found;
  const known =
    channels.length === 0 ? "There are no channels yet: add one first." : `There are ${channels.map(({ name }) => name).join(", ")}.`;
  throw new AppError("usage", `No channel is named ${named}. ${known}`);
}
