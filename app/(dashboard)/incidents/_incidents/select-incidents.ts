import { isOver } from "#lib/contracts/incident-state.ts";
import { subjectName, subjectOwner, subjectTags } from "#lib/contracts/incident-subject.ts";
import { readSort, sortRows } from "#lib/contracts/sorting.ts";
import { INCIDENT_STATES, type IncidentState } from "#lib/names.ts";
import { INCIDENT_COLUMNS, NO_OWNER, type IncidentSearch } from "../search-params.ts";
import type { IncidentRow } from "./incident-row.ts";

export interface Selected {
  /** Worst first, unless another order is asked for. */
  rows: IncidentRow[];
  /** By state, of those that the other filters leave. */
  counts: Record<IncidentState, number>;
}

/** The incidents that are asked for, in the order asked for, and how many there are in each state. Pure. */
export function selectIncidents(rows: readonly IncidentRow[], search: IncidentSearch): Selected {
  const ofAllStates = rows.filter((row) => matches(row, search));
  const counts = Object.fromEntries(
    INCIDENT_STATES.map((state) => [state, ofAllStates.filter((row) => row.state === state).length]),
  ) as Selected["counts"];
  const shown = ofAllStates.filter(({ state }) => (search.state === null ? !isOver(state) : state === search.state));
  const by = readSort(INCIDENT_COLUMNS, search.sort);
  const worstFirst = shown.toSorted(byHarm);
  return { rows: by === null ? worstFirst : sortRows(worstFirst, VALUES[by.column], by.direction), counts };
}

/** What each column sorts by; null: unknown, and last. */
const VALUES: Record<keyof typeof INCIDENT_COLUMNS, (row: IncidentRow) => string | number | null> = {
  severity: ({ severity }) => (severity === "alert" ? 1 : 0),
  name: ({ subject }) => subjectName(subject),
  since: ({ since, openedAt }) => Date.parse(since?.at ?? openedAt),
  // Of those that are still open, the one opened first is open for longest, whatever the time is.
  duration: ({ openedAt, endedAt }) => (endedAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(endedAt)) - Date.parse(openedAt),
  keys: ({ keys }) => keys,
  state: ({ state }) => INCIDENT_STATES.indexOf(state),
};

function matches(row: IncidentRow, { owner, tag, table, check }: IncidentSearch): boolean {
  return (
    (owner === null || (subjectOwner(row.subject) ?? NO_OWNER) === owner) &&
    (tag === null || subjectTags(row.subject).includes(tag)) &&
    (table === null || (row.subject.of === "table" && row.subject.id === table)) &&
    (check === null || row.check === check)
  );
}

/** What nobody has taken yet goes before what somebody has; within both the gravest, the most keys, the longest standing. Of those that ended, the last. */
function byHarm(a: IncidentRow, b: IncidentRow): number {
  if (a.endedAt !== null && b.endedAt !== null) return b.endedAt.localeCompare(a.endedAt);
  return (
    Number(b.severity === "alert") - Number(a.severity === "alert") ||
    INCIDENT_STATES.indexOf(a.state) - INCIDENT_STATES.indexOf(b.state) ||
    (b.keys ?? -1) - (a.keys ?? -1) ||
    (a.since?.at ?? a.openedAt).localeCompare(b.since?.at ?? b.openedAt)
  );
}
