import type { Db } from "#db/client.ts";
import { readEntryWorld } from "#db/queries/entry-world.ts";
import { boundsOf } from "#lib/config/entered-settings.ts";
import type { EntriesWorld } from "#lib/config/prepare-entries.ts";
import { env } from "#lib/env.ts";

/** What entries are held against before they are stored, with this web server's own address among it. */
export async function entryWorld(db: Db): Promise<EntriesWorld> {
  return await readEntryWorld(db, (entered) => boundsOf(entered, env()));
}
