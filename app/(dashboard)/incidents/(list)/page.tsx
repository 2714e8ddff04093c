import Link from "next/link";
import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import { Face } from "#app/_ui/face.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { isOver } from "#lib/contracts/incident-state.ts";
import { formatCount } from "#lib/units.ts";
import { RowKeys } from "#app/_ui/row-keys.client.tsx";
import { IncidentFilters } from "../_components/incident-filters.tsx";
import { IncidentList } from "../_components/incident-list.client.tsx";
import { sayIncidents, STATE_WORDS } from "../_incidents/incident-words.ts";
import { readIncidents, RESOLVED_MAX, type ReadIncidents } from "../_incidents/read-incidents.ts";
import { selectIncidents, type Selected } from "../_incidents/select-incidents.ts";
import classes from "./page.module.css";
import { EVERY_INCIDENT, isFiltered, readSearch, searchLink, type IncidentSearch } from "../search-params.ts";

export const metadata: Metadata = { title: "Incidents" };

/** A list that is longer is not read, and costs the browser a second. */
const SHOWN_MAX = 200;

export default async function IncidentsPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const search = readSearch(await searchParams);
  const read = await readForPage(async (db) => await readIncidents(db, search, new Date()));
  return (
    <>
      <h1 className={classes["title"]}>Incidents</h1>
      {read.ok ? (
        <Incidents read={read.value} search={search} />
      ) : (
        <Face icon={<StateIcon state="unknown" />} title="The incidents could not be read">
          <p>{read.message}</p>
          <p>This page retries automatically.</p>
        </Face>
      )}
      <Refresh everySeconds={15} silent={!read.ok} />
    </>
  );
}

function Incidents({ read, search }: { read: ReadIncidents; search: IncidentSearch }) {
  const selected = selectIncidents(read.rows, search);
  const { rows, counts } = selected;
  return (
    <>
      <p className={classes["sum"]}>
        {sayIncidents(selectIncidents(read.rows, EVERY_INCIDENT).rows)} {sayLeftOut(read.leftOut)}
      </p>
      <IncidentFilters rows={read.rows} search={search} counts={counts} ended={read.ended} />
      {rows.length === 0 ? (
        <None search={search} selected={selected} />
      ) : (
        <IncidentList rows={rows.slice(0, SHOWN_MAX)} search={search} now={new Date().toISOString()} />
      )}
      {search.state !== null && isOver(search.state) && (read.ended?.[search.state] ?? 0) > RESOLVED_MAX && (
        <p className={classes["more"]}>
          Showing {search.state} incidents from the latest {formatCount(RESOLVED_MAX)}.
        </p>
      )}
      {rows.length > SHOWN_MAX && (
        <p className={classes["more"]}>
          Showing the first {formatCount(SHOWN_MAX)} of {formatCount(rows.length)}. Use the filters to find the others.
        </p>
      )}
      <RowKeys />
    </>
  );
}

function sayLeftOut(leftOut: number): string {
  if (leftOut === 0) return "";
  return `The top bar does not count ${leftOut === 1 ? "1 open incident of a sample table" : `${formatCount(leftOut)} open incidents of sample tables`}.`;
}

function None({ search, selected: { counts } }: { search: IncidentSearch; selected: Selected }) {
  if (isFiltered(search)) {
    return (
      <Face title="No incidents match these filters">
        <p>
          <Link href={searchLink({ ...EVERY_INCIDENT, state: search.state })}>Clear filters</Link>
        </p>
      </Face>
    );
  }
  if (search.state === null || counts.open + counts.acknowledged + counts.snoozed === 0) {
    return (
      <Face
        icon={<StateIcon state="ok" />}
        title={search.state === null ? "No unresolved incidents" : `No ${STATE_WORDS[search.state].toLowerCase()} incidents`}
      >
        <p>No watched table is over a limit. An incident opens when a check finds a problem.</p>
      </Face>
    );
  }
  return (
    <Face title={`No ${STATE_WORDS[search.state].toLowerCase()} incidents`}>
      <p>
        <Link href={searchLink(EVERY_INCIDENT)}>All open</Link>
      </p>
    </Face>
  );
}
