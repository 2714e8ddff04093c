import { CHECKS, listMetrics } from "#lib/checks/registry.ts";
import { VERDICT_STATES, type Verdict, type VerdictState } from "#lib/contracts/verdict.ts";
import type { CheckId, RunState } from "#lib/names.ts";
import { formatAge } from "#lib/units.ts";

/** Current facts about a key, besides the verdict on its newest observation. */
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

const NOT_JUDGED: Omit<Verdict, "state" | "sentence"> = {
  severity: null,
  metric: null,
  value: null,
  limit: null,
  expected: null,
  since: null,
  findings: [],
  accepted: [],
  judgedAfterwards: false,
};

/**
 * The stored verdict of a key, which is never judged again here, with what is known now laid over its state and sentence: what every page and
 * command shows. What is wrong or accepted stays so until a newer observation says otherwise; what was OK is unknown once an observation is missing,
 * the catalog does not answer, or the last run failed. Pure.
 */
export function showVerdict(key: KeyNow): Verdict {
  return { ...NOT_JUDGED, ...key.verdict, ...showState(key) };
}

function showState({ verdict, overdueMs, paused, lastRun, ...key }: KeyNow): Pick<Verdict, "state" | "sentence"> {
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

/** The sentence split where the date belongs: it is that of the first finding. `lead` has no full stop when `rest` or a date follows. Pure. */
export function splitSentence({ sentence, findings }: Pick<Verdict, "sentence" | "findings">): { lead: string; rest: string } {
  const [first, second] = findings;
  if (first === undefined) return { lead: withoutStop(sentence), rest: "" };
  return { lead: withoutStop(first.sentence), rest: second?.sentence ?? "" };
}

/** The part of a verdict that one check found. Its state is unknown where the whole is and the check found nothing. Pure. */
export function verdictOfCheck(
  { state, findings, accepted }: Pick<Verdict, "state" | "findings" | "accepted">,
  check: CheckId,
): Pick<Verdict, "state" | "findings" | "accepted"> {
  const found = findings.filter((finding) => finding.check === check);
  const metrics = new Set(CHECKS.filter(({ id }) => id === check).flatMap((one) => listMetrics(one).map(({ name }) => name)));
  const levels = accepted.filter(({ metric }) => metrics.has(metric));
  const [worst] = found;
  const ofCheck: VerdictState =
    worst !== undefined
      ? worst.severity === "alert"
        ? "alert"
        : "warning"
      : levels.length > 0
        ? "accepted"
        : state === "unknown"
          ? "unknown"
          : "ok";
  return { state: ofCheck, findings: found, accepted: levels };
}

function withoutStop(sentence: string): string {
  return sentence.replace(/[.]$/, "");
}

function sayFirstWait(lastRun: KeyNow["lastRun"], overdueMs: number | null): string {
  if (lastRun?.state === "failed") return `No result yet: ${lastRun.errorMessage ?? "the first run failed."}`;
  if (lastRun?.state === "running") return "First read in progress.";
  return overdueMs === null ? "Waiting for its first observation." : `Its first observation is ${formatAge(overdueMs)} late.`;
}
