import type { CauseAdvice } from "#lib/causes/advice.ts";
import type { Condition } from "#lib/causes/condition.ts";
import type { Feature } from "#lib/causes/features.ts";
import type { CauseLook } from "#lib/contracts/cause-look.ts";
import type { CauseName, EvidenceName } from "#lib/names.ts";

/** Why one key is duplicated. Pages, messages, documents and the docs take their words from here. */
export interface CauseDeclaration<Name extends CauseName = CauseName> {
  name: Name;
  /** Two or three words, as a tag. */
  label: string;
  look: CauseLook;
  /** Of one key: it holds, it does not, or (NULL) what would tell is missing. */
  condition: Condition<Feature>;
  /** What the condition looks at, and a table may lack. */
  needs: readonly EvidenceName[];
  /** The cause that goes before it and lacks the same: what cannot be decided is said of that one alone. */
  undecidedWith?: CauseName;
  /** Completes "because"; a clause about the keys, without a full stop. */
  because: string;
  /** What happened, for somebody who does not run the pipeline: one sentence. */
  plain: string;
  /** What an engineer looks at and changes, one or two sentences. */
  technical: string;
  /** What to do first, by who owns the table. */
  advice: CauseAdvice;
  /** When it holds, as the docs say it; how it comes about; what it is not. Paragraphs. */
  docs: readonly string[];
}

/** Ties a cause to its name; adds nothing at run time. */
export function defineCause<Name extends CauseName>(cause: CauseDeclaration<Name>): CauseDeclaration<Name> {
  return cause;
}
