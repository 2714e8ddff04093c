import type { Db, Tx } from "./client.ts";
import { queueSender } from "./queue-sender.ts";
import type { JobSender } from "./queue.ts";
import type { DeliveryRow } from "./queries/deliveries.ts";
import { deliveries } from "./schema/deliveries.ts";
import type { NotificationSettings } from "#lib/contracts/notification-settings.ts";
import { AppError } from "#lib/errors.ts";

/**
 * A message to a channel that says nothing but that it arrives, stored and sent to the workers in one transaction. It goes before everything
 * that waits, also to a channel that fails, whatever its quiet hours, and is tried once. Throws AppError usage when no such channel is configured.
 */
export async function requestTestMessage(
  db: Db,
  queue: JobSender,
  { channel, by, now, settings }: { channel: string; by: string; now: Date; settings: Pick<NotificationSettings, "channels"> },
): Promise<DeliveryRow> {
  const found = settings.channels.find(({ name }) => name.toLowerCase() === channel.toLowerCase());
  if (found === undefined) throw new AppError("usage", `No channel is named ${channel}. ${sayChannels(settings)}`);
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

function sayChannels({ channels }: Pick<NotificationSettings, "channels">): string {
  return channels.length === 0
    ? "The configuration names none: write them under notifications.channels."
    : `The configuration names ${channels.map(({ name }) => name).join(", ")}.`;
}
