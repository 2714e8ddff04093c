import { stepsFor, type Situation, type Step } from "#lib/causes/advice.ts";
import { causeWords } from "#lib/causes/find-declaration.ts";
import { isMost, viewShares } from "#lib/causes/shares-view.ts";
import { causeDocsLink } from "#lib/contracts/links.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
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

/** What to do first about one cause. Pure. */
export function firstStepsOf(cause: CauseName, situation: Situation): FirstSteps {
  const { advice } = causeWords(cause);
  return {
    about: null,
    steps: stepsFor(advice, situation),
    docs: causeDocsLink(cause),
    more: `How this happens, with the checklist: ${advice.checklist}`,
  };
}

/** What the cause of most keys asks for; null: no key is duplicated. Pure. */
export function firstStepsFor(causes: Pick<CauseFacts, "shares" | "retryKeys">, situation: Omit<Situation, "isRetry">): FirstSteps | null {
  const [first] = viewShares(causes);
  if (first === undefined) return null;
  const about = isMost(first) ? null : `${causeWords(first.cause).label}, ${first.share} of the keys`;
  return { ...firstStepsOf(first.cause, { ...situation, isRetry: areRetries(causes) }), about };
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
