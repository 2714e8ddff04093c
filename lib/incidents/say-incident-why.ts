import { sayWhy } from "#lib/causes/table-verdict.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import { isExplained } from "#lib/incidents/explained-checks.ts";
import { maskCauses } from "#lib/mask-causes.ts";
import type { IncidentCheck } from "#lib/names.ts";

/**
 * Why the keys of an incident are duplicated, in a sentence with shares and no value of theirs; null: it is not about these, or they are not
 * explained. What was masked since the causes were stored is not told. Pure.
 */
export function sayIncidentWhy(
  check: IncidentCheck,
  causes: CauseFacts | null,
  { masked, columns }: Pick<TableDefinition, "masked" | "columns">,
): string | null {
  return causes === null || !isExplained(check) ? null : sayWhy(maskCauses(causes, masked, columns));
}
