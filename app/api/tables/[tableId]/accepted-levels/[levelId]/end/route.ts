import { z } from "zod";
import { handlePost } from "#app/_http/handle.ts";
import { endAcceptedLevel } from "#db/queries/accepted-levels.ts";
import { EndAcceptedLevel } from "#lib/contracts/silences.ts";
import { AppError } from "#lib/errors.ts";

/** Takes back what was accepted: the next run judges without it. */
export const POST = handlePost(EndAcceptedLevel, z.object({ levelId: z.string() }), async (db, { tableId, levelId, by }) => {
  const ended = await endAcceptedLevel(db, levelId, { tableId, by, now: new Date() });
  if (!ended) throw new AppError("usage", "The table has no such accepted level, or it is over already; reload the page.");
  return { levelId };
});
