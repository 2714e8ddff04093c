import { z } from "zod";
import { SILENCE_KINDS } from "#lib/names.ts";

const time = z.iso.datetime();

/** Who works on an unresolved incident, at one moment. It follows the state: an acknowledgement ends with a snooze, and a snooze when it wakes. */
export const OnIt = z.strictObject({
  acknowledged: z.strictObject({ by: z.string(), at: time }).nullable(),
  assignee: z.string().nullable(),
  /** `by` null: the timeline no longer has the entry. */
  snoozed: z.strictObject({ until: time, by: z.string().nullable() }).nullable(),
});
export type OnIt = z.infer<typeof OnIt>;

/** The silence or maintenance window that is active for a table; of several the maintenance window, then the one that ends last. */
export const ActiveSilence = z.strictObject({ kind: z.enum(SILENCE_KINDS), until: time, by: z.string() });
export type ActiveSilence = z.infer<typeof ActiveSilence>;

/** An incident with who works on it. `name`: such as `INC-214`. */
export const TakenIncident = z.strictObject({ id: z.string(), name: z.string(), onIt: OnIt });
export type TakenIncident = z.infer<typeof TakenIncident>;
