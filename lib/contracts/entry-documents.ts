import { z } from "zod";
import { EntryView } from "#lib/contracts/settings-entries.ts";

/** What `catalogs`, `stores`, `registries` and the commands that add and remove print. */
export const EntriesDocument = z.strictObject({ entries: z.array(EntryView) });
export type EntriesDocument = z.infer<typeof EntriesDocument>;
