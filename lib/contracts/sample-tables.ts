import { z } from "zod";
import { PersonName } from "#lib/contracts/person.ts";

/** Shows the sample tables beside the own ones, or dismisses them. */
export const SetSamples = z.strictObject({ shown: z.boolean(), by: PersonName });
export const SamplesAnswer = z.strictObject({ shown: z.boolean() });
