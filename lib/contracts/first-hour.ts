import { z } from "zod";
import { PersonName } from "#lib/contracts/person.ts";

/** First steps of a new installation, in order. */
export const FIRST_STEPS = ["table", "channel", "owner", "review"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** Steps that are done; sample tables do not count. */
export interface FirstHour {
  done: Record<FirstStep, boolean>;
  /** An own table without an owner, rather one that can be changed in the browser; null: there is none. */
  ownerlessTableId: string | null;
  /** False: a person dismissed the checklist. */
  shown: boolean;
}

/** Pure. */
export function isFirstHourOver({ done }: FirstHour): boolean {
  return FIRST_STEPS.every((step) => done[step]);
}

/** Shows the checklist to everybody, or dismisses it. */
export const SetFirstHour = z.strictObject({ shown: z.boolean(), by: PersonName });
export const FirstHourAnswer = z.strictObject({ shown: z.boolean() });
