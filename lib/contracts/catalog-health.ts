import { z } from "zod";
import { CATALOG_STATES } from "#lib/names.ts";

const time = z.iso.datetime();

/** How a catalog does, by the looks of polls and runs at it. Times are UTC, ISO 8601. */
export const CatalogHealth = z.strictObject({
  /** As its tables name it; unique whatever the case. */
  name: z.string(),
  state: z.enum(CATALOG_STATES),
  /** Since when it is in that state, as far as it was looked at. Of `doubtful` and `ill`: the first look that failed. */
  since: time,
  /** Of the last look that failed; null: the last one did not. */
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  /** Looks that failed since it answered. */
  failures: z.number().int().nonnegative(),
  /** When it answered last, to a minute; null: never. */
  lastWellAt: time.nullable(),
  /** When it answered after it was ill, the last time; null: it was never ill. */
  recoveredAt: time.nullable(),
  /** It is left alone until then; null: it is not. */
  quietUntil: time.nullable(),
});
export type CatalogHealth = z.infer<typeof CatalogHealth>;
