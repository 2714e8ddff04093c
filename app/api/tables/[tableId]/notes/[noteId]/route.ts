import { z } from "zod";
import { handlePost } from "#app/_http/handle.ts";
import { deleteNote } from "#db/queries/notes.ts";
import { NoteQuery } from "#lib/contracts/notes.ts";

/** Takes a note away; one that is gone already is no error. */
export const DELETE = handlePost(NoteQuery, z.object({ removed: z.boolean() }), async (db, query) => ({
  removed: await deleteNote(db, query),
}));
