import type { CatalogHealth } from "#lib/contracts/catalog-health.ts";
import type { Finding } from "#lib/contracts/finding.ts";
import { formatAge, formatCount } from "#lib/units.ts";

/** The finding of a catalog that is ill; `tables`: how many wait for it. Pure. */
export function catalogFinding({ since, error }: CatalogHealth, { tables, now }: { tables: number; now: Date }): Finding {
  const illMs = now.getTime() - Date.parse(since);
  const waiting = tables === 1 ? "1 table waits" : `${formatCount(tables)} tables wait`;
  const what = error?.code === "catalog_refused" ? "It has refused access" : "It has not answered";
  return {
    check: "catalog",
    kind: "ill",
    severity: "warn",
    metric: null,
    key: null,
    value: Math.round(illMs / 1000),
    bound: null,
    limit: null,
    expected: null,
    sentence: `${what} for ${formatAge(illMs)}, and ${waiting} for it. ${error?.message ?? ""}`.trim(),
  };
}

/** Why nothing can be seen of a table whose catalog is ill; `incident`: such as `INC-214`, null where none is open. Pure. */
export function sayWaiting({ name, error }: Pick<CatalogHealth, "name" | "error">, incident: string | null): string {
  const what = error?.code === "catalog_refused" ? "refuses us" : "does not answer";
  return `Not checked: its catalog ${name} ${what}${incident === null ? "" : ` (${incident})`}.`;
}
