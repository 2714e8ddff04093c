import Link from "next/link";
import type { ReactNode } from "react";
import type { PageData } from "#app/_http/read-for-page.ts";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { Face } from "#app/_ui/face.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { Stats } from "#app/_ui/stats.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import type { WorkerRow } from "#db/queries/workers.ts";
import type { FirstHour } from "#lib/contracts/first-hour.ts";
import { addTableLink, sourcesLink, tableLink } from "#lib/contracts/links.ts";
import { overviewQueryLink, type OverviewQuery } from "#lib/contracts/overview-query.ts";
import type { ServiceState } from "#lib/contracts/service-state.ts";
import { formatCount } from "#lib/units.ts";
import { FirstHourChecklist } from "../_first-hour/checklist.tsx";
import { countedTables, fleetStats, viewFleet, type Fleet } from "../_overview/fleet.ts";
import { sayFleet, sayWorst } from "../_overview/fleet-sentence.ts";
import type { TableView } from "../_overview/overview-view.ts";
import type { Overview } from "../_overview/read-overview.ts";
import { selectTables } from "../_overview/select-tables.ts";
import { KeysFoot } from "./keys-foot.tsx";
import classes from "./overview-body.module.css";
import { RowKeys } from "#app/_ui/row-keys.client.tsx";
import { ServiceNotes } from "../_service/service-notes.tsx";
import { ShowSamples } from "../_samples/change-samples.client.tsx";
import { SamplesNotice } from "./samples-notice.tsx";
import { TableList } from "./table-list.tsx";
import { Tools } from "./tools.tsx";

export interface OverviewRead {
  overview: Overview;
  firstHour: FirstHour;
  configuration: ServiceState<"configuration"> | null;
  workers: readonly WorkerRow[];
}

const EVERYTHING: OverviewQuery = { state: null, owner: null, kind: null, tag: null, origin: null, q: "", sort: "worst", page: 1 };

/** The overview, or what stands in its place when it cannot be read or nothing is watched. */
export function OverviewBody({ read }: { read: PageData<OverviewRead> }) {
  if (!read.ok) return <UnreadFace title="The tables could not be read" message={read.message} />;
  return (
    <>
      <Content read={read.value} />
      <Refresh everySeconds={15} />
    </>
  );
}

function Content({ read: { overview, firstHour, configuration, workers } }: { read: OverviewRead }) {
  const { all, query, ignored, selection, rows, now } = overview;
  const notes = <ServiceNotes configuration={configuration} workers={workers} />;
  const checklist = <FirstHourChecklist firstHour={firstHour} />;
  if (all.length === 0) return <NothingWatched notes={notes} checklist={checklist} />;
  const counted = countedTables(all);
  const fleet = viewFleet(counted);
  return (
    <>
      {notes}
      <SamplesNotice all={all} />
      <div className={classes["head"]}>
        <FleetWords fleet={fleet} all={counted} />
        <ButtonLink href={addTableLink()}>Add a table</ButtonLink>
      </div>
      <div className={classes["numbers"]}>
        <Stats stats={fleetStats(fleet)} />
      </div>
      {checklist}
      <Tools all={all} query={query} selection={selection} />
      {ignored.length > 0 && (
        <p className={classes["ignored"]} role="status">
          {ignored.join(" ")}
        </p>
      )}
      {selection.total === 0 ? (
        <Face title="No tables match these filters">
          <p>
            {formatCount(all.length)} {all.length === 1 ? "table is" : "tables are"} watched.{" "}
            <Link href={overviewQueryLink({ ...EVERYTHING, sort: query.sort })}>Clear filters</Link>
          </p>
        </Face>
      ) : (
        <TableList
          tables={rows}
          total={selection.total}
          groups={selection.groups}
          now={now.toISOString()}
          query={query}
          page={selection.page}
          pages={selection.pages}
        />
      )}
      <RowKeys />
      <KeysFoot fleet={fleet} />
    </>
  );
}

function FleetWords({ fleet, all }: { fleet: Fleet; all: readonly TableView[] }) {
  const worst = sayWorst(selectTables(all, EVERYTHING).tables, fleet);
  return (
    <div className={classes["fleet"]}>
      <p className={classes["verdict"]}>{sayFleet(fleet)}</p>
      {worst !== null && (
        <p className={classes["because"]}>
          Worst: <Link href={tableLink(worst.table.id)}>{worst.table.name}</Link>
          {worst.says.startsWith("has ") || worst.says.startsWith("alone ") ? " " : ". "}
          {worst.says}
        </p>
      )}
    </div>
  );
}

function NothingWatched({ notes, checklist }: { notes: ReactNode; checklist: ReactNode }) {
  return (
    <>
      {notes}
      {checklist}
      <Face title="No tables yet">
        <p>
          Pick tables from a catalog, enter their location, or list them in <code>bergwatch.yaml</code>. They appear here as soon as you
          save.
        </p>
        <p className={classes["begin"]}>
          <ButtonLink href={addTableLink()} main>
            Add a table
          </ButtonLink>
          <ButtonLink href={sourcesLink({ add: "catalog" })}>Connect a catalog</ButtonLink>
          <ShowSamples />
        </p>
      </Face>
    </>
  );
}
