import { stepsFor, type Situation, type Step } from "#lib/causes/advice.ts";
import { causeWords } from "#lib/causes/find-declaration.ts";
import { confirmingSteps, findDoubt, type CauseDoubt } from "#lib/causes/say-doubt.ts";
import { isMost, viewShares } from "#lib/causes/shares-view.ts";
import { causeDocsLink } from "#lib/contracts/links.ts";
import type { CauseFacts, Doubt } from "#lib/iceberg/contract-causes.ts";
import type { CauseName } from "#lib/names.ts";

/** What to do first, in order, and where to read on. */
export interface FirstSteps {
  /** Whose keys they are about, such as "Upsert off, 50.0 % of the keys"; null: all of them, or most. */
  about: string | null;
  steps: readonly Step[];
  /** A page of the docs, without the public address, and the words of a link to it. */
  docs: string;
  more: string;
}

/** What to do first about one cause: while it is in doubt, to confirm it, and no more where most of its keys are. Pure. */
export function firstStepsOf(cause: CauseName, situation: Situation, doubt: (Doubt & Partial<CauseDoubt>) | null = null): FirstSteps {
  const { advice } = causeWords(cause);
  return {
    about: null,
    steps: beforeChanges(stepsFor(advice, situation), doubt, situation),
    docs: causeDocsLink(cause),
    more: `How this happens, with the checklist: ${advice.checklist}`,
  };
}

/** Where only some keys are in doubt the others can be cared for. */
function beforeChanges(steps: Step[], doubt: (Doubt & Partial<CauseDoubt>) | null, situation: Situation): Step[] {
  if (doubt === null) return steps;
  const confirming = confirmingSteps(doubt, situation);
  return doubt.isMost === false ? [...confirming.slice(0, 1), ...steps] : confirming;
}

/** What the cause of most keys asks for; null: no key is duplicated. Pure. */
export function firstStepsFor(
  causes: Pick<CauseFacts, "shares" | "retryKeys" | "provisional">,
  situation: Omit<Situation, "isRetry">,
): FirstSteps | null {
  const [first] = viewShares(causes);
  if (first === undefined) return null;
  const about = isMost(first) ? null : `${causeWords(first.cause).label}, ${first.share} of the keys`;
  return { ...firstStepsOf(first.cause, { ...situation, isRetry: areRetries(causes) }, findDoubt(first.cause, causes)), about };
}

/** Whether most keys that are keyed by something else are retries. Pure. */
export function areRetries({ shares, retryKeys }: Pick<CauseFacts, "shares" | "retryKeys">): boolean {
  const keys = shares.find(({ cause }) => cause === "key_is_not_business_key")?.keys ?? 0;
  return keys > 0 && (retryKeys.value ?? 0) * 2 > keys;
}

/** First steps in one paragraph, for a message. Pure. */
export function sayFirstSteps({ about, steps }: Pick<FirstSteps, "about" | "steps">): string {
  const says = steps.map((step) => step.says).join(" ");
  return about === null ? says : `${about}: ${says}`;
}
