import type { AcceptedLevel } from "#lib/contracts/accepted-level.ts";
import { markSince, type SinceMark } from "#lib/contracts/since-mark.ts";
import type { Verdict, VerdictState } from "#lib/contracts/verdict.ts";
import { viewAccepted } from "#lib/judging/accepted-words.ts";
import { splitSentence } from "#lib/judging/shown-verdict.ts";

/** The state of one key as all pages of its table show it. */
export interface KeyStanding {
  state: VerdictState;
  /** Without the full stop: the date of `since` follows. */
  lead: string;
  since: SinceMark | null;
  accepted: AcceptedLevel[];
}

/** A verdict for the line that all pages of a table share. Pure. */
export function viewStanding(verdict: Verdict): KeyStanding {
  return {
    state: verdict.state,
    lead: splitSentence(verdict).lead,
    since: markSince(verdict.since),
    accepted: verdict.accepted.map(viewAccepted),
  };
}
