import type { Metadata } from "next/types.js";
import { readForPage, type PageData } from "#app/_http/read-for-page.ts";
import { Face } from "#app/_ui/face.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import type { Db } from "#db/client.ts";
import { listTableOverview } from "#db/queries/overview.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import { listWorkers } from "#db/queries/workers.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import { FleetNumbers } from "./_components/fleet-numbers.tsx";
import { sayFleet } from "./_components/fleet-sentence.ts";
import { OVERVIEW_METRICS, viewOverview } from "./_components/overview-view.ts";
import { ServiceNotes } from "./_components/service-notes.tsx";
import { TableList } from "./_components/table-list.tsx";
import classes from "./page.module.css";

export const metadata: Metadata = { title: "Tables" };

export default async function OverviewPage() {
  const read = await readForPage(readOverview);
  return (
    <>
      <h1 className="visually-hidden">Tables</h1>
      <Overview read={read} now={new Date()} />
      <Refresh everySeconds={15} />
    </>
  );
}

async function readOverview(db: Db) {
  const [rows, configuration, workers] = await Promise.all([
    listTableOverview(db, { metrics: OVERVIEW_METRICS }),
    findServiceState(db, "configuration"),
    listWorkers(db),
  ]);
  return { rows, configuration, workers };
}

function Overview({ read, now }: { read: PageData<Awaited<ReturnType<typeof readOverview>>>; now: Date }) {
  if (!read.ok) {
    return (
      <Face icon={<StateIcon state="unsure" />} title="The tables could not be read">
        <p>{read.message}</p>
        <p>This page tries again by itself.</p>
      </Face>
    );
  }
  const { rows, configuration, workers } = read.value;
  const { overdueFactor } = configuration?.service ?? SERVICE_DEFAULTS;
  const view = viewOverview(rows, { now, overdueFactor });
  const notes = <ServiceNotes configuration={configuration} workers={workers} />;
  if (view.tables.length === 0) {
    return (
      <>
        {notes}
        <Face title="No table is watched yet">
          <p>
            Name your tables in <code>bergwatch.yaml</code>; they appear here as soon as it is saved.
          </p>
        </Face>
      </>
    );
  }
  const onlySamples = view.tables.every(({ isSample }) => isSample);
  return (
    <>
      {notes}
      <div className={classes["fleet"]}>
        <p className={classes["verdict"]}>{sayFleet(view)}</p>
        {onlySamples && (
          <p className={classes["because"]}>
            These are samples, each with a clock of its own. Name your own tables in <code>bergwatch.yaml</code>, and the samples go.
          </p>
        )}
      </div>
      <FleetNumbers {...view} />
      <TableList tables={view.tables} now={now} />
    </>
  );
}
