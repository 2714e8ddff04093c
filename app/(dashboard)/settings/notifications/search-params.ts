import { INCIDENT_CHECKS, SEVERITIES, type IncidentCheck, type Severity } from "#lib/names.ts";

const TEXT_MAX = 255;

/** Of which table's incident it is asked who would hear of it. */
export interface PreviewSearch {
  /** Its id or its name; null: of none. */
  table: string | null;
  severity: Severity;
  check: IncidentCheck;
}

/** What the address asks for; what nobody knows is taken for not said. */
export function readPreviewSearch(params: Record<string, string | string[] | undefined>): PreviewSearch {
  const text = (name: string): string | null => {
    const value = params[name];
    const said = typeof value === "string" ? value.trim().slice(0, TEXT_MAX) : "";
    return said === "" ? null : said;
  };
  return {
    table: text("table"),
    severity: SEVERITIES.find((one) => one === text("severity")) ?? "alert",
    check: INCIDENT_CHECKS.find((one) => one === text("check")) ?? "duplicates",
  };
}
