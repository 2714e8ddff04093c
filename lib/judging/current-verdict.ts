import { VERDICT_STATES, type Verdict, type VerdictState } from "#lib/contracts/verdict.ts";
import type { RunState } from "#lib/names.ts";
import { formatAge } from "#lib/units.ts";

/** What is known about a key now, beside the verdict on its newest observation. */
export interface KeyNow {
  /** null: nothing was judged yet. */
  verdict: Verdict | null;
  /** How long an observation has been missing; null: none is. */
  overdueMs: number | null;
  /** Why nothing can be read of the table now, a sentence: its catalog does not answer. null: it can. */
  waits?: string | null;
  /** Nothing new is due. */
  paused: boolean;
  lastRun: { state: RunState; errorMessage: string | null } | null;
}

/**
 * The state of a key now: its stored verdict, which is never judged again here. What is wrong or accepted stays so until a newer observation says
 * otherwise; what was OK is unknown once an observation is missing, the catalog does not answer, or the last run failed. Pure.
 */
export function currentVerdict({ verdict, overdueMs, paused, lastRun, ...key }: KeyNow): Pick<Verdict, "state" | "sentence"> {
  const waits = paused ? null : (key.waits ?? null);
  if (verdict === null)
    return { state: "unknown", sentence: waits ?? (paused ? "Paused before its first observation." : sayFirstWait(lastRun, overdueMs)) };
  const { state, sentence } = verdict;
  if (state !== "ok") return { state, sentence };
  if (waits !== null) return { state: "unknown", sentence: waits };
  if (lastRun?.state === "failed")
    return { state: "unknown", sentence: `The last run failed: ${lastRun.errorMessage ?? "no reason was stored."}` };
  if (overdueMs !== null) return { state: "unknown", sentence: `No observation for ${formatAge(overdueMs)} after it was due.` };
  return { state, sentence };
}

/** The worst of several; `ok` when there is none. */
export function worstState(states: readonly VerdictState[]): VerdictState {
  return VERDICT_STATES.find((state) => states.includes(state)) ?? "ok";
}

function sayFirstWait(lastRun: KeyNow["lastRun"], overdueMs: number | null): string {
  if (lastRun?.state === "failed") return `No result yet: ${lastRun.errorMessage ?? "the first run failed."}`;
  if (lastRun?.state === "running") return "First read in progress.";
  return overdueMs === null ? "Waiting for its first observation." : `Its first observation is ${formatAge(overdueMs)} late.`;
}
