import { handlePost } from "#app/_http/handle.ts";
import { refuseClosed } from "#db/queries/reviews.ts";
import { insertReviewEntry } from "#db/queries/review-entries.ts";
import { AddEntryBody, EntryAnswer } from "#lib/contracts/review.ts";

/** Writes a note, a decision or an action into a week that is not closed. */
export const POST = handlePost(AddEntryBody, EntryAnswer, async (db, entry) => {
  await refuseClosed(db, entry.week);
  return { outcome: "stored", entry: await insertReviewEntry(db, entry, new Date()) };
});
