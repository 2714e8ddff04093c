import { incidentsLink } from "#lib/contracts/links.ts";
import { knownSort, type SortOf } from "#lib/contracts/sorting.ts";
import { INCIDENT_CHECKS, INCIDENT_STATES, type IncidentCheck, type IncidentState } from "#lib/names.ts";

type Params = Record<string, string | string[] | undefined>;

/** In place of an owner: incidents of tables that have none. */
export const NO_OWNER = "~none";
const TEXT_MAX = 255;

/** Which incidents are asked for; null: whatever it is. */
export interface IncidentSearch {
  /** null: all that are not resolved. */
  state: IncidentState | null;
  owner: string | null;
  tag: string | null;
  /** A table's id. */
  table: string | null;
  check: IncidentCheck | null;
  /** null: worst first. */
  sort: SortOf<typeof INCIDENT_COLUMNS> | null;
}

export const EVERY_INCIDENT: IncidentSearch = { state: null, owner: null, tag: null, table: null, check: null, sort: null };

/** The columns that sort, each with its first direction. */
export const INCIDENT_COLUMNS = {
  severity: "desc",
  name: "asc",
  since: "desc",
  duration: "desc",
  keys: "desc",
  state: "asc",
} as const;

/** What the address asks for; what nobody knows is taken for not said. */
export function readSearch(params: Params): IncidentSearch {
  const text = (name: string): string | null => {
    const value = params[name];
    const said = typeof value === "string" ? value.trim().slice(0, TEXT_MAX) : "";
    return said === "" ? null : said;
  };
  const among = <T extends string>(name: string, known: readonly T[]): T | null => known.find((one) => one === text(name)) ?? null;
  return {
    state: among("state", INCIDENT_STATES),
    owner: text("owner"),
    tag: text("tag"),
    table: text("table"),
    check: among("check", INCIDENT_CHECKS),
    sort: knownSort(INCIDENT_COLUMNS, text("sort")),
  };
}

/** The address of incidents as asked for, with a change. */
export function searchLink(search: IncidentSearch, change: Partial<IncidentSearch> = {}): string {
  const asked = Object.entries({ ...search, ...change }).map(([name, value]): [string, string | undefined] => [name, value ?? undefined]);
  return incidentsLink(Object.fromEntries(asked));
}

export function isFiltered({ owner, tag, table, check }: IncidentSearch): boolean {
  return [owner, tag, table, check].some((one) => one !== null);
}
