import { z } from "zod";
import { handlePost } from "#app/_http/handle.ts";
import { queue } from "#app/_http/queue.ts";
import { revokeAndJudge } from "#db/accept-level.ts";
import { EndAcceptedLevel } from "#lib/contracts/silences.ts";
import { AppError } from "#lib/errors.ts";

/** Revokes an accepted level and judges the table without it. */
export const POST = handlePost(EndAcceptedLevel, z.object({ levelId: z.string() }), async (db, { tableId, levelId, by }) => {
  const ended = await revokeAndJudge(db, await queue(), { levelId, tableId, by, now: new Date() });
  if (!ended) throw new AppError("usage", "The table has no such accepted level, or it is over already; reload the page.");
  return { levelId };
});
