import { handlePost } from "#app/_http/handle.ts";
import { changeReviewEntry, getReviewEntry } from "#db/queries/review-entries.ts";
import { refuseClosed } from "#db/queries/reviews.ts";
import { ChangeEntryBody, EntryAnswer } from "#lib/contracts/review.ts";

/** Changes an entry, unless somebody else did first: then the answer is theirs. */
export const POST = handlePost(ChangeEntryBody, EntryAnswer, async (db, { entryId, by, version, ...change }) => {
  await refuseClosed(db, (await getReviewEntry(db, entryId)).week);
  return await changeReviewEntry(db, { entryId, version, by }, change, new Date());
});
