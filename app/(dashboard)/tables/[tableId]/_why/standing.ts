import type { CauseFactsRow } from "#db/queries/cause-facts.ts";
import type { StoredFacts } from "#db/queries/facts.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { maskCauses } from "#lib/mask-causes.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";

/** What is known of why the keys of a snapshot are duplicated. */
export type WhyStanding =
  | { is: "explained"; causes: CauseFacts; duplicatedKeys: number }
  /** No key is duplicated, as far as was counted. */
  | { is: "nothing" }
  | { is: "not counted"; reason: string }
  | { is: "not explained"; reason: string }
  /** It was read before causes were told. */
  | { is: "earlier" };

/** How the facts of a snapshot stand beside its stored causes, masked as the table says now. `facts` null: it was not read. Pure. */
export function standingOf(
  facts: StoredFacts | null,
  row: CauseFactsRow | null,
  { masked, columns }: Pick<TableDefinition, "masked" | "columns">,
): WhyStanding {
  if (row !== null && row.causes !== null) {
    return { is: "explained", causes: maskCauses(row.causes, masked, columns), duplicatedKeys: row.duplicatedKeys };
  }
  if (row !== null) return { is: "not explained", reason: row.notExplained ?? "The run gave no reason." };
  const keys = facts?.values.duplicated_keys ?? null;
  if (keys === null) {
    return { is: "not counted", reason: facts?.notComputed.duplicated_keys ?? "This snapshot has not been read." };
  }
  return keys === 0 ? { is: "nothing" } : { is: "earlier" };
}
