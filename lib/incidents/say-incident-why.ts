import { sayCountedTwice } from "#lib/causes/harm.ts";
import { sayWhy } from "#lib/causes/table-verdict.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import { isExplained } from "#lib/incidents/explained-checks.ts";
import { maskCauses } from "#lib/mask-causes.ts";
import type { IncidentCheck } from "#lib/names.ts";

/**
 * Why the keys of an incident are duplicated, with shares and no value of theirs, and what is counted twice where a measure was summed; null: it is not about these, or they are not
 * explained. What was masked since the causes were stored is not told. Pure.
 */
export function sayIncidentWhy(
  check: IncidentCheck,
  causes: CauseFacts | null,
  { masked, columns }: Pick<TableDefinition, "masked" | "columns">,
): string | null {
  if (causes === null || !isExplained(check)) return null;
  const shown = maskCauses(causes, masked, columns);
  const why = sayWhy(shown);
  return why === null || shown.measure?.value == null ? why : `${why} ${sayCountedTwice(shown)}`.trim();
}
