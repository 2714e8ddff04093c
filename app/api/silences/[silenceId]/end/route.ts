import { handlePost } from "#app/_http/handle.ts";
import { toSilence } from "#db/queries/silence-documents.ts";
import { endSilence, findListedSilence } from "#db/queries/silences.ts";
import { EndSilence, Silence } from "#lib/contracts/silences.ts";
import { AppError } from "#lib/errors.ts";

/** Ends a silence early. One that is over already is refused: somebody else was faster, or its time has come. */
export const POST = handlePost(EndSilence, Silence, async (db, { silenceId, by }) => {
  const ended = await endSilence(db, silenceId, { by, now: new Date() });
  const found = await findListedSilence(db, silenceId);
  if (found === null) throw new AppError("usage", "No such silence. The page lists all of them.");
  if (!ended) throw new AppError("usage", "The silence has already ended.");
  return toSilence(found);
});
