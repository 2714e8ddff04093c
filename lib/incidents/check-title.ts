import { CHECKS } from "#lib/checks/registry.ts";
import type { IncidentCheck } from "#lib/names.ts";

const TITLES = new Map<IncidentCheck, string>([
  ...CHECKS.map(({ id, title }) => [id, title] as const),
  ["runs", "Observations"],
  ["catalog", "Catalog"],
]);

/** What an incident is about, as a title. */
export function checkTitle(check: IncidentCheck): string {
  return TITLES.get(check) ?? check;
}
