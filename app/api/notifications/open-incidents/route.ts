import { handlePost } from "#app/_http/handle.ts";
import { queue } from "#app/_http/queue.ts";
import { sendOpenIncidents } from "#db/send-open-incidents.ts";
import { SendOpenAnswer, SendOpenBody } from "#lib/contracts/notifications.ts";
import { readSettings, viewDelivery } from "../view-delivery.ts";

/** Messages that the answer describes: more than these come only with quiet hours or messages that already wait. */
const SHOWN_MAX = 10;

/** Sends a channel the open incidents that it has not received. */
export const POST = handlePost(SendOpenBody, SendOpenAnswer, async (db, { channel, by, samples }) => {
  const now = new Date();
  const asked = { channel, by, samples, now, settings: await readSettings(db) };
  const { incidents, deliveryIds } = await sendOpenIncidents(db, await queue(), asked);
  const deliveries = await Promise.all(deliveryIds.slice(0, SHOWN_MAX).map(async (id) => await viewDelivery(db, id, now)));
  return { incidents, deliveries };
});
