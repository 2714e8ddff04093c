import { INCIDENT_CHECKS, SEVERITIES, type IncidentCheck, type Severity } from "#lib/names.ts";

const TEXT_MAX = 255;

/** The incident whose routing is previewed. */
export interface PreviewSearch {
  /** Its id or its name; null: of none. */
  table: string | null;
  severity: Severity;
  check: IncidentCheck;
}

/** The form that the address opens, or the channel that was just saved; null: neither. */
export interface ChannelSearch {
  form: { name: string | null } | null;
  added: string | null;
}

/** `add=channel`, `edit=<name>` or `added=<name>`. Pure. */
export function readChannelSearch(params: Record<string, string | string[] | undefined>): ChannelSearch {
  const { add, edit, added } = params;
  const text = (value: string | string[] | undefined): string | null => (typeof value === "string" && value !== "" ? value : null);
  const name = text(edit);
  return { form: name !== null ? { name } : add === undefined ? null : { name: null }, added: text(added) };
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
