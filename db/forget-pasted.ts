import type { Db } from "./client.ts";
import { findServiceState } from "./queries/service-states.ts";
import { listEntries } from "./queries/settings-entries.ts";
import { removePasted, unusedPasted } from "#lib/config/pasted-secrets.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";

/**
 * Removes the files of pasted secrets that replaced or removed entries referred to. A file that another entry or the configuration file refers
 * to stays, such as after an export was moved into the file.
 */
export async function forgetPasted(db: Db, replaced: readonly WrittenEntry[], dataDir: string): Promise<void> {
  const [entries, configuration] = await Promise.all([listEntries(db), findServiceState(db, "configuration")]);
  const ofFile = configuration?.service?.notifications.channels.filter(({ entered }) => entered !== true) ?? [];
  const after = [entries.map(({ written }) => written), ofFile];
  await removePasted(unusedPasted({ before: replaced, after }, dataDir));
}
