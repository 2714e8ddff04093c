import { z } from "zod";
import { PersonName } from "#lib/contracts/person.ts";
import { DELIVERY_STATES, SEND_OUTCOMES } from "#lib/names.ts";

/** Messages to channels: what people ask for and what is answered. Ids are text, times UTC in ISO 8601, spans milliseconds. */

const by = PersonName;
/** A whole number that Postgres has room for. */
const deliveryId = z
  .string()
  .regex(/^\d{1,15}$/, "it is no message's number")
  .transform(Number);

/** Asks for a message that says nothing but that it arrives. */
export const TestBody = z.object({ channel: z.string().min(1).max(200), by });
export const DeliveryQuery = z.object({ deliveryId });
/** Asks for a message that did not arrive once more. */
export const SendAgainBody = z.object({ deliveryId, by });

/** How a message stands, as a page that waits for it shows it. */
export const DeliveryView = z.strictObject({
  id: z.string(),
  channel: z.string(),
  state: z.enum(DELIVERY_STATES),
  /** What became of it. */
  sentence: z.string(),
  /** A moment that the sentence ends with. */
  until: z.iso.datetime().nullable(),
  /** The latest try; null: there was none yet. */
  lastTry: z
    .strictObject({
      at: z.iso.datetime(),
      outcome: z.enum(SEND_OUTCOMES),
      status: z.number().nullable(),
      answer: z.string().nullable(),
      durationMs: z.number(),
    })
    .nullable(),
});
export type DeliveryView = z.infer<typeof DeliveryView>;

/** Whether there is more to come. */
export function isOnItsWay({ state }: Pick<DeliveryView, "state">): boolean {
  return state === "waiting" || state === "sending";
}
