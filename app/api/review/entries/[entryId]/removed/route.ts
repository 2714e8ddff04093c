import { handlePost } from "#app/_http/handle.ts";
import { changeReviewEntry, getReviewEntry } from "#db/queries/review-entries.ts";
import { refuseClosed } from "#db/queries/reviews.ts";
import { EntryAnswer, RemoveEntryBody } from "#lib/contracts/review.ts";

/** Takes an entry out, or puts it back. */
export const POST = handlePost(RemoveEntryBody, EntryAnswer, async (db, { entryId, by, version, removed }) => {
  const now = new Date();
  await refuseClosed(db, (await getReviewEntry(db, entryId)).week);
  return await changeReviewEntry(db, { entryId, version, by }, { removedAt: removed ? now : null }, now);
});
