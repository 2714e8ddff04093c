import { handlePost } from "#app/_http/handle.ts";
import { queue } from "#app/_http/queue.ts";
import { requestTestMessage } from "#db/request-test-message.ts";
import { DeliveryView, TestBody } from "#lib/contracts/notifications.ts";
import { readSettings, viewDelivery } from "../view-delivery.ts";

/** Sends a channel a test message. */
export const POST = handlePost(TestBody, DeliveryView, async (db, { channel, by }) => {
  const now = new Date();
  const { id } = await requestTestMessage(db, await queue(), { channel, by, now, settings: await readSettings(db) });
  return await viewDelivery(db, id, now);
});
