import type { VerdictOfKey } from "#lib/contracts/service-documents.ts";
import { markSince } from "#lib/contracts/since-mark.ts";
import type { Verdict } from "#lib/contracts/verdict.ts";
import { viewAccepted } from "#lib/judging/accepted-words.ts";

/** A verdict as the command line prints it. Pure. */
export function toVerdictDocument({ state, severity, metric, value, limit, since, sentence, accepted }: Verdict): VerdictOfKey {
  return { state, severity, metric, value, limit, since: markSince(since), sentence, accepted: accepted.map(viewAccepted) };
}
