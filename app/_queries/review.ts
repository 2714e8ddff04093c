import type { z } from "zod";
import { postJson } from "#app/_queries/fetch-json.ts";
import {
  EntryAnswer,
  WeekAnswer,
  type AddEntryBody,
  type ChangeEntryBody,
  type CloseWeekBody,
  type RemoveEntryBody,
  type TickEntryBody,
} from "#lib/contracts/review.ts";

const ENTRIES = "/api/review/entries";

/** Writes a new entry into a week. Rejects with RequestFault, as all of these do. */
export async function addEntry(body: z.input<typeof AddEntryBody>): Promise<EntryAnswer> {
  return await postJson(EntryAnswer, ENTRIES, body);
}

export async function changeEntry({ entryId, ...body }: z.input<typeof ChangeEntryBody>): Promise<EntryAnswer> {
  return await postJson(EntryAnswer, `${ENTRIES}/${encodeURIComponent(entryId)}`, body);
}

export async function tickEntry({ entryId, ...body }: z.input<typeof TickEntryBody>): Promise<EntryAnswer> {
  return await postJson(EntryAnswer, `${ENTRIES}/${encodeURIComponent(entryId)}/done`, body);
}

export async function removeEntry({ entryId, ...body }: z.input<typeof RemoveEntryBody>): Promise<EntryAnswer> {
  return await postJson(EntryAnswer, `${ENTRIES}/${encodeURIComponent(entryId)}/removed`, body);
}

/** Closes a week, or opens it again. */
export async function closeWeek({ week, ...body }: z.input<typeof CloseWeekBody>): Promise<void> {
  await postJson(WeekAnswer, `/api/review/${encodeURIComponent(week)}/closed`, body);
}
