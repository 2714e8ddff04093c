import Link from "next/link";
import { isOver } from "#lib/contracts/incident-state.ts";
import { INCIDENT_STATES } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";
import { FilterMenu } from "#app/_ui/filter-menu.client.tsx";
import tools from "#app/_ui/list-tools.module.css";
import { filterOptions } from "../_incidents/filter-options.ts";
import { STATE_WORDS } from "../_incidents/incident-words.ts";
import type { IncidentRow } from "../_incidents/incident-row.ts";
import type { ReadIncidents } from "../_incidents/read-incidents.ts";
import type { Selected } from "../_incidents/select-incidents.ts";
import { searchLink, type IncidentSearch } from "../search-params.ts";

interface IncidentFiltersProps {
  rows: readonly IncidentRow[];
  search: IncidentSearch;
  counts: Selected["counts"];
  /** Of all times; null: not counted. */
  ended: ReadIncidents["ended"];
}

/** Which incidents are listed; all of it stands in the address. */
export function IncidentFilters({ rows, search, counts, ended }: IncidentFiltersProps) {
  const { tables, owners, tags, checks } = filterOptions(rows, search);
  const standing = counts.open + counts.acknowledged + counts.snoozed;
  return (
    <div className={tools["tools"]}>
      <nav className={tools["segments"]} aria-label="State">
        <Link href={searchLink(search, { state: null })} aria-current={search.state === null ? "true" : undefined} scroll={false}>
          Unresolved {formatCount(standing)}
        </Link>
        {INCIDENT_STATES.map((state) => (
          <Link
            key={state}
            href={searchLink(search, { state })}
            aria-current={search.state === state ? "true" : undefined}
            prefetch={false}
            scroll={false}
          >
            {STATE_WORDS[state]} {isOver(state) ? ended && formatCount(ended[state]) : formatCount(counts[state])}
          </Link>
        ))}
      </nav>
      <div className={tools["menus"]}>
        {tables.length > 2 && <FilterMenu label="Table" options={tables} />}
        {checks.length > 2 && <FilterMenu label="Check" options={checks} />}
        {owners.length > 2 && <FilterMenu label="Owner" options={owners} />}
        {tags.length > 1 && <FilterMenu label="Tag" options={tags} />}
      </div>
    </div>
  );
}
