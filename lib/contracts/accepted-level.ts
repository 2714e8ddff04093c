import { z } from "zod";

/** A level that a person accepts for now: `accepted until <until> by <by> (<what>)`. */
export const AcceptedLevel = z.strictObject({
  /** Such as `41 extra rows`. */
  what: z.string(),
  by: z.string(),
  why: z.string(),
  until: z.iso.datetime(),
});
export type AcceptedLevel = z.infer<typeof AcceptedLevel>;
