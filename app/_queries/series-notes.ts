import { z } from "zod";
import { fetchJson, postJson } from "#app/_queries/fetch-json.ts";
import { Note, type NewNote } from "#lib/contracts/notes.ts";

/** Adds a note about a moment of a table. Rejects with RequestFault. */
export async function addNote({ tableId, ...note }: NewNote): Promise<Note> {
  return await postJson(Note, `/api/tables/${encodeURIComponent(tableId)}/notes`, note);
}

/** Takes a note away; one that is gone already is no error. Rejects with RequestFault. */
export async function removeNote({ tableId, noteId }: { tableId: string; noteId: string }): Promise<void> {
  const address = `/api/tables/${encodeURIComponent(tableId)}/notes/${encodeURIComponent(noteId)}`;
  await fetchJson(z.object({ removed: z.boolean() }), address, { method: "DELETE" });
}
