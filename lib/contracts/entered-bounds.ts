import { z } from "zod";

const texts = z.array(z.string().min(1));

/** What `entered` of the configuration file says of what people may enter in its place; null: nothing, so that it depends on who reaches the pages. */
export const EnteredSettings = z.strictObject({
  allowed: z.boolean(),
  /** Patterns of hosts: `*.example.org`, `catalog.internal:8181`, `*`. */
  addresses: texts.nullable(),
  /** Names of environment variables, `*` for any part; absolute folders of files. Beside what may be referred to always. */
  secrets: texts,
  /** Absolute folders of this machine, and places in stores. */
  places: texts.nullable(),
});
export type EnteredSettings = z.infer<typeof EnteredSettings>;

/** Of a configuration that says nothing of it, and of none. */
export const ENTERED_DEFAULTS: EnteredSettings = { allowed: true, addresses: null, secrets: [], places: null };

/** What may be entered on one machine; `boundsOf` makes them. Of addresses and places null is any, though never a cloud's metadata. */
export const EnteredBounds = z.strictObject(EnteredSettings.shape);
export type EnteredBounds = z.infer<typeof EnteredBounds>;

/** Where a worker has not said what may be entered: nothing. */
export const NO_BOUNDS: EnteredBounds = { allowed: false, addresses: [], secrets: [], places: [] };
