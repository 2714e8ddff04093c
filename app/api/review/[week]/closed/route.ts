import { handlePost } from "#app/_http/handle.ts";
import { closeWeek, openWeekAgain } from "#db/queries/reviews.ts";
import { CloseWeekBody, WeekAnswer } from "#lib/contracts/review.ts";

/** Keeps the week as it is now, or opens it again. What somebody else did first is no error. */
export const POST = handlePost(CloseWeekBody, WeekAnswer, async (db, { week, by, closed }) => {
  const asked = { week, by, now: new Date() };
  if (closed) await closeWeek(db, asked);
  else await openWeekAgain(db, asked);
  return { closed };
});
