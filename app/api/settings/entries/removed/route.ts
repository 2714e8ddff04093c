import { handlePost } from "#app/_http/handle.ts";
import { entryWorld } from "#app/api/settings/entry-world.ts";
import { readEntryViews } from "#db/queries/entry-documents.ts";
import { forgetPasted } from "#db/forget-pasted.ts";
import { removeEntry } from "#db/queries/settings-entries.ts";
import { entryKey } from "#lib/config/entry-name.ts";
import { refuseRemoval } from "#lib/config/prepare-entries.ts";
import { refuseEntering } from "#lib/config/refuse-entered.ts";
import { EntryList, RemoveEntryBody } from "#lib/contracts/settings-entries.ts";
import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";
import { log } from "#lib/log.ts";

/** Removes what was entered under a name. A table's numbers stay: it is archived. Refused while something else that was entered needs it. */
export const POST = handlePost(RemoveEntryBody, EntryList, async (db, { kind, name, version, by }) => {
  const world = await entryWorld(db);
  const refused = refuseEntering(world.bounds);
  const needed = refused ?? refuseRemoval({ kind, name }, world);
  if (needed !== null) throw new AppError("usage", needed);
  const removed = world.stored.find((one) => entryKey(one) === entryKey({ kind, name }));
  await removeEntry(db, { kind, name, version });
  if (removed !== undefined) await forgetPasted(db, [removed.written], env().dataDir);
  // Who changed an entry stands in its row; this one has none any more.
  log().info({ kind, name, by: by ?? null }, "An entry was removed in the settings.");
  return { entries: await readEntryViews(db), refused: null };
});
