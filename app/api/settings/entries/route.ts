import { z } from "zod";
import { handleGet, handlePost } from "#app/_http/handle.ts";
import { entryWorld } from "#app/api/settings/entry-world.ts";
import { readEntryViews } from "#db/queries/entry-documents.ts";
import { saveEntries } from "#db/queries/settings-entries.ts";
import { entryKey } from "#lib/config/entry-name.ts";
import { prepareEntries } from "#lib/config/prepare-entries.ts";
import { refuseEntering } from "#lib/config/refuse-entered.ts";
import { EntryList, SaveEntriesAnswer, SaveEntriesBody } from "#lib/contracts/settings-entries.ts";
import { AppError } from "#lib/errors.ts";

/** Two thousand tables with all that can be said of each. */
const BODY_BYTES_MAX = 4 * 1024 * 1024;

/** Every catalog, store and table with where it comes from. */
export const GET = handleGet(z.object({}), EntryList, async (db) => {
  const [entries, { bounds }] = await Promise.all([readEntryViews(db), entryWorld(db)]);
  return { entries, refused: refuseEntering(bounds) };
});

/** Stores entries, all or none; what is wrong with them is an answer and no error. Workers take them over within seconds. */
export const POST = handlePost(
  SaveEntriesBody,
  SaveEntriesAnswer,
  async (db, { entries: asked, by }): Promise<SaveEntriesAnswer> => {
    const world = await entryWorld(db);
    const refused = refuseEntering(world.bounds);
    if (refused !== null) throw new AppError("usage", refused);
    const prepared = prepareEntries(asked, world);
    if (prepared.entries === null) return { saved: false, faults: prepared.faults };
    const saved = await saveEntries(db, prepared.entries, { by: by ?? null, now: new Date() });
    if (!saved.saved)
      return { saved: false, faults: saved.faults.map((fault) => ({ ...fault, entry: Math.min(fault.entry, asked.length - 1) })) };
    const keys = new Set(prepared.entries.map(entryKey));
    const views = await readEntryViews(db);
    return { saved: true, entries: views.filter((view) => view.origin.from === "settings" && keys.has(entryKey(view))) };
  },
  { bytesMax: BODY_BYTES_MAX },
);
