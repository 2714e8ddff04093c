import { z } from "zod";
import { PersonName } from "#lib/contracts/person.ts";
import { EntryFault, PastedSecrets, WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { DELIVERY_STATES, SEND_OUTCOMES } from "#lib/names.ts";

/** Messages to channels: what people ask for and what is answered. Ids are text, times UTC in ISO 8601, spans milliseconds. */

const by = PersonName;
/** A whole number that Postgres has room for. */
const deliveryId = z
  .string()
  .regex(/^\d{1,15}$/, "it is not a message's number")
  .transform(Number);

/** Asks for a test message. */
export const TestBody = z.object({ channel: z.string().min(1).max(200), by });
export const DeliveryQuery = z.object({ deliveryId });
/** Asks for a message that did not arrive once more. */
export const SendAgainBody = z.object({ deliveryId, by });

/** Sends a test message to a channel that is not saved. `written`: as an entry has it. */
export const TrialBody = z.object({ written: WrittenEntry, pasted: PastedSecrets.optional(), by: by.optional() });
export type TrialBody = z.infer<typeof TrialBody>;
/** `tried` false: it was not sent, for these faults of the entry. */
export const TrialAnswer = z.discriminatedUnion("tried", [
  z.strictObject({ tried: z.literal(true), delivered: z.boolean(), sentence: z.string() }),
  z.strictObject({ tried: z.literal(false), faults: z.array(EntryFault) }),
]);
export type TrialAnswer = z.infer<typeof TrialAnswer>;

/** Sends a channel the open incidents that it has not received; `samples`: those of sample tables instead. */
export const SendOpenBody = z.object({ channel: z.string().min(1).max(200), by, samples: z.boolean() });
export type SendOpenBody = z.infer<typeof SendOpenBody>;

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

/** How many incidents were sent, and the messages that tell of them. */
export const SendOpenAnswer = z.strictObject({ incidents: z.number(), deliveries: z.array(DeliveryView) });
export type SendOpenAnswer = z.infer<typeof SendOpenAnswer>;

/** Whether there is more to come. */
export function isOnItsWay({ state }: Pick<DeliveryView, "state">): boolean {
  return state === "waiting" || state === "sending";
}
