import type { ProvisionalDocument } from "#lib/contracts/verdict-document.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";

/** Which causes are provisional for how many keys, by cause, as documents show it. Pure. */
export function toProvisionalDocument({ provisional = [] }: Pick<CauseFacts, "provisional">): ProvisionalDocument {
  return Object.fromEntries(provisional.map(({ cause, keys, alternatives, missing }) => [cause, { keys, alternatives, missing }]));
}
