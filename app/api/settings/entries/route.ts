import { z } from "zod";
import { handleGet, handlePost } from "#app/_http/handle.ts";
import { entryWorld, requireSharedSecrets } from "#app/api/settings/entry-world.ts";
import { readEntryViews } from "#db/queries/entry-documents.ts";
import { forgetPasted } from "#db/forget-pasted.ts";
import { saveEntries } from "#db/queries/settings-entries.ts";
import { entryKey } from "#lib/config/entry-name.ts";
import { pastedFaults, planPasted, removePasted, writePasted } from "#lib/config/pasted-secrets.ts";
import { prepareEntries } from "#lib/config/prepare-entries.ts";
import { refuseEntering } from "#lib/config/refuse-entered.ts";
import { EntryList, SaveEntriesAnswer, SaveEntriesBody } from "#lib/contracts/settings-entries.ts";
import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";

/** Two thousand tables with all that can be said of each. */
const BODY_BYTES_MAX = 4 * 1024 * 1024;

/** Every catalog, store, schema registry, table and channel with where it comes from. */
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
    const { dataDir } = env();
    if (asked.some(({ pasted }) => pasted !== undefined)) requireSharedSecrets(world.bounds, dataDir);
    const pastedAt = asked.flatMap((one, entry) => pastedFaults(one, world.bounds).map((fault) => ({ ...fault, entry })));
    const planned = asked.map((one) => planPasted(one, dataDir));
    const prepared = prepareEntries(
      planned.map(({ entry }) => entry),
      world,
    );
    const faults = [...pastedAt, ...(prepared.entries === null ? prepared.faults : [])];
    if (prepared.entries === null || faults.length > 0) return { saved: false, faults };
    const files = planned.flatMap((one) => one.files);
    await writePasted(files);
    const replaced = prepared.entries.flatMap(({ kind, formerName, version }) => {
      const stored = version === null ? undefined : world.stored.find((one) => entryKey(one) === entryKey({ kind, name: formerName }));
      return stored === undefined ? [] : [stored.written];
    });
    const saved = await saveEntries(db, prepared.entries, { by: by ?? null, now: new Date() }).catch(async (error: unknown) => {
      await removePasted(files.map(({ path }) => path));
      throw error;
    });
    if (!saved.saved) {
      await removePasted(files.map(({ path }) => path));
      return { saved: false, faults: saved.faults.map((fault) => ({ ...fault, entry: Math.min(fault.entry, asked.length - 1) })) };
    }
    if (replaced.length > 0) await forgetPasted(db, replaced, dataDir);
    const keys = new Set(prepared.entries.map(entryKey));
    const views = await readEntryViews(db);
    return { saved: true, entries: views.filter((view) => view.origin.from === "settings" && keys.has(entryKey(view))) };
  },
  { bytesMax: BODY_BYTES_MAX },
);
