import type { IncidentCheck } from "#lib/names.ts";

const EXPLAINED: ReadonlySet<IncidentCheck> = new Set<IncidentCheck>(["duplicates", "partitions_per_key"]);

/** Whether an incident of a check is about duplicated keys, whose causes are its contents. Pure. */
export function isExplained(check: IncidentCheck): boolean {
  return EXPLAINED.has(check);
}
