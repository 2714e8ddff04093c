import type { Db } from "./client.ts";
import { findServiceState } from "./queries/service-states.ts";
import { listEntries } from "./queries/settings-entries.ts";
import { findFirstAdded } from "./queries/tables.ts";
import { listPasted, removePasted, unusedPasted } from "#lib/config/pasted-secrets.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";

/**
 * Removes the files of pasted secrets that replaced or removed entries referred to. A file that another entry or the configuration file refers
 * to stays, such as after an export was moved into the file.
 */
export async function forgetPasted(db: Db, replaced: readonly WrittenEntry[], dataDir: string): Promise<void> {
  await removePasted(unusedPasted({ before: replaced, after: await listReferences(db) }, dataDir));
}

/** Far longer than a save takes between writing a file and storing the entry that refers to it. */
const SAVING_MS_MAX = 10 * 60_000;

/**
 * Removes the files of pasted secrets on this machine that nothing refers to: a process that died while it saved a channel left them. Files from
 * before this store's first table stay, since another store may have used this data folder. Returns how many files went.
 */
export async function sweepPasted(db: Db, dataDir: string, now: Date): Promise<number> {
  // Listed first: what is saved meanwhile is then among the references.
  const files = await listPasted(dataDir);
  if (files.length === 0) return 0;
  const first = await findFirstAdded(db);
  if (first === null) return 0;
  const left = files.filter(({ writtenAt }) => writtenAt > first && now.getTime() - writtenAt.getTime() > SAVING_MS_MAX);
  const unused = unusedPasted({ before: left.map(({ path }) => path), after: await listReferences(db) }, dataDir);
  await removePasted(unused);
  return unused.length;
}

/** All that may refer to a file of a secret. */
async function listReferences(db: Db): Promise<unknown> {
  const [entries, configuration] = await Promise.all([listEntries(db), findServiceState(db, "configuration")]);
  const ofFile = configuration?.service?.notifications.channels.filter(({ entered }) => entered !== true) ?? [];
  return [entries.map(({ written }) => written), ofFile];
}
