import { z } from "zod";
import { isStorable, NOT_STORABLE } from "#lib/contracts/storable-text.ts";

export const PERSON_CHARS_MAX = 80;

/** The name of a person or a team, such as the one with which somebody signs. */
export const PersonName = z.string().trim().min(1, "a name is needed").max(PERSON_CHARS_MAX).refine(isStorable, NOT_STORABLE);

/** What a person writes. */
export function words(charsMax: number) {
  return z.string().trim().min(1, "a few words are needed").max(charsMax).refine(isStorable, NOT_STORABLE);
}

/** People and teams known by name, the most recent first. */
export const People = z.strictObject({ people: z.array(z.string()) });
