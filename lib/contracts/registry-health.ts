import { z } from "zod";

const time = z.iso.datetime();
const count = z.number().int().nonnegative();

/** What one reading, or a test, met in a schema registry as a whole. Crosses processes. */
export interface RegistryLook {
  /** As the configuration names it. */
  name: string;
  /** Why it could not be asked or did not answer, as a sentence that holds no secret; null: it answered. */
  fault: string | null;
  /** Schema ids that it was asked for; null: it did not answer, or no reading asked. */
  ids: { known: number; missing: number } | null;
}

/** How a schema registry does, by the readings and tests that asked it. Times are UTC, ISO 8601. */
export const RegistryHealth = z.strictObject({
  /** As its tables name it; unique whatever the case. */
  name: z.string(),
  /** `well`: it answered when it was asked last. */
  state: z.enum(["well", "ill"]),
  /** Since when it is in that state, as far as it was asked. */
  since: time,
  /** Why it did not answer; null: it did. */
  fault: z.string().nullable(),
  /** To a minute, while nothing else changes. */
  lastAskedAt: time,
  /** Of the last reading that it answered; null: none yet. */
  ids: z.strictObject({ known: count, missing: count }).nullable(),
});
export type RegistryHealth = z.infer<typeof RegistryHealth>;
