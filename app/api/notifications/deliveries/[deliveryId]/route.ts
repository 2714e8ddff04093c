import { handleGet } from "#app/_http/handle.ts";
import { DeliveryQuery, DeliveryView } from "#lib/contracts/notifications.ts";
import { viewDelivery } from "../../view-delivery.ts";

/** How a message stands. */
export const GET = handleGet(DeliveryQuery, DeliveryView, async (db, { deliveryId }) => await viewDelivery(db, deliveryId, new Date()));
