import { handlePost } from "#app/_http/handle.ts";
import { changeReviewEntry } from "#db/queries/review-entries.ts";
import { refuseClosed } from "#db/queries/reviews.ts";
import { EntryAnswer, TickEntryBody } from "#lib/contracts/review.ts";

/** Says that an action is done, or that it is to be done again; `week` is the one on whose page it was ticked, for actions outlast theirs. */
export const POST = handlePost(TickEntryBody, EntryAnswer, async (db, { entryId, by, version, done, week }) => {
  const now = new Date();
  await refuseClosed(db, week);
  return await changeReviewEntry(db, { entryId, version, by }, done ? { doneAt: now, doneBy: by } : { doneAt: null, doneBy: null }, now);
});
