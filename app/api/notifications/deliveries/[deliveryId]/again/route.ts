import { handlePost } from "#app/_http/handle.ts";
import { queue } from "#app/_http/queue.ts";
import { sendAgain } from "#db/send-again.ts";
import { DeliveryView, SendAgainBody } from "#lib/contracts/notifications.ts";
import { readSettings, viewDelivery } from "../../../view-delivery.ts";

/** Sends a message once more that did not arrive, or may not have. */
export const POST = handlePost(SendAgainBody, DeliveryView, async (db, { deliveryId, by }) => {
  const now = new Date();
  await sendAgain(db, await queue(), { deliveryId, by, now, settings: await readSettings(db) });
  return await viewDelivery(db, deliveryId, now);
});
