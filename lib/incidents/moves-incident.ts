import type { CheckJudgment } from "#lib/judging/judge-check.ts";
import type { IncidentState } from "#lib/names.ts";

/** What a judgment follows on: a new observation, other limits, other accepted levels, or an upgrade of Bergwatch. */
export type JudgedBecause = "run" | "limits" | "levels" | "upgrade";

interface Known {
  because: JudgedBecause;
  /** The check has an unresolved incident. */
  isOpen: boolean;
  /** How a person ended the check's latest incident; null: none did. */
  ended: { state: IncidentState; at: Date } | null;
  observedAt: Date;
}

/**
 * Whether a judgment has to do with the incident of its check. Only a new observation can prove that something is good; the same observation judged
 * again opens what is wrong, ends what is accepted, and ends by other limits what they no longer cross. It does not open again what a person
 * resolved since it was made. Pure.
 */
export function movesIncident({ outcome }: Pick<CheckJudgment, "outcome">, { because, isOpen, ended, observedAt }: Known): boolean {
  const isRun = because === "run";
  switch (outcome) {
    case "finding":
      return isRun || isOpen || !(ended?.state === "resolved" && ended.at >= observedAt);
    case "accepted":
      return isOpen || (isRun && ended?.state === "accepted");
    case "good":
      return isRun ? isOpen || ended?.state === "accepted" : isOpen && because === "limits";
    case "near":
      return isRun && isOpen;
    case "unjudgeable":
      return false;
  }
}
