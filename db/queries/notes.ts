import { and, asc, eq, gte, lt } from "drizzle-orm";
import type { Db } from "../client.ts";
import { notes } from "../schema/notes.ts";

export type NoteRow = typeof notes.$inferSelect;

/** A new note about a moment of a table. */
export async function insertNote(db: Db, note: { tableId: string; at: Date; author: string; text: string }): Promise<NoteRow> {
  const [row] = await db.insert(notes).values(note).returning();
  if (!row) throw new Error(`the note about table ${note.tableId} was not inserted`);
  return row;
}

/** Takes a note away. False: there was none with that id about that table. */
export async function deleteNote(db: Db, { tableId, noteId }: { tableId: string; noteId: string }): Promise<boolean> {
  const deleted = await db
    .delete(notes)
    .where(and(eq(notes.tableId, tableId), eq(notes.id, noteId)))
    .returning({ id: notes.id });
  return deleted.length > 0;
}

/** Notes about moments in `[from, to)`, oldest first. */
export async function listNotes(db: Db, tableId: string, { from, to }: { from: Date; to: Date }): Promise<NoteRow[]> {
  return await db
    .select()
    .from(notes)
    .where(and(eq(notes.tableId, tableId), gte(notes.at, from), lt(notes.at, to)))
    .orderBy(asc(notes.at), asc(notes.createdAt));
}
