import { CAUSES, UNKNOWN } from "#lib/causes/registry.ts";
import type { CauseDeclaration } from "#lib/causes/define-cause.ts";
import type { CauseName } from "#lib/names.ts";

/** What is said and shown of a cause, whatever it is. */
export type CauseWords = Pick<CauseDeclaration, "name" | "label" | "look" | "because" | "plain" | "technical" | "advice" | "docs">;

const BY_NAME: ReadonlyMap<CauseName, CauseWords> = new Map([...CAUSES, UNKNOWN].map((one): [CauseName, CauseWords] => [one.name, one]));

/** The words of a cause, `unknown` among them. Pure. */
export function causeWords(cause: CauseName): CauseWords {
  return BY_NAME.get(cause) ?? UNKNOWN;
}
