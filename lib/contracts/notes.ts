import { z } from "zod";
import { isStorable, NOT_STORABLE } from "#lib/contracts/storable-text.ts";

export const NOTE_CHARS_MAX = 500;
const AUTHOR_CHARS_MAX = 80;

/** A note that a person adds about a moment of a table. */
export const NewNote = z.object({
  tableId: z.uuid(),
  at: z.iso.datetime(),
  author: z.string().trim().min(1, "a note needs a name").max(AUTHOR_CHARS_MAX).refine(isStorable, NOT_STORABLE),
  text: z.string().trim().min(1, "a note needs words").max(NOTE_CHARS_MAX).refine(isStorable, NOT_STORABLE),
});
export type NewNote = z.infer<typeof NewNote>;

export const Note = z.strictObject({
  id: z.string(),
  at: z.iso.datetime(),
  author: z.string(),
  text: z.string(),
});
export type Note = z.infer<typeof Note>;

export const NoteQuery = z.object({ tableId: z.uuid(), noteId: z.uuid() });
