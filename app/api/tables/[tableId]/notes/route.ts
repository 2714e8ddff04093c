import { handlePost } from "#app/_http/handle.ts";
import { insertNote } from "#db/queries/notes.ts";
import { getTable } from "#db/queries/tables.ts";
import { NewNote, Note } from "#lib/contracts/notes.ts";

/** Adds a note about a moment of the table. */
export const POST = handlePost(NewNote, Note, async (db, { tableId, at, author, text }) => {
  const { id: known } = await getTable(db, tableId);
  const note = await insertNote(db, { tableId: known, at: new Date(at), author, text });
  return { id: note.id, at: note.at.toISOString(), author: note.author, text: note.text };
});
