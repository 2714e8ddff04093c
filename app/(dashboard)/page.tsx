import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import { Face } from "#app/_ui/face.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { listTableOverview } from "#db/queries/overview.ts";
import { FleetNumbers } from "./_components/fleet-numbers.tsx";
import { sayFleet } from "./_components/fleet-sentence.ts";
import { OVERVIEW_METRICS, viewOverview } from "./_components/overview-view.ts";
import { TableList } from "./_components/table-list.tsx";
import classes from "./page.module.css";

export const metadata: Metadata = { title: "Tables" };

export default async function OverviewPage() {
  const read = await readForPage((db) => listTableOverview(db, { metrics: OVERVIEW_METRICS }));
  const now = new Date();
  return (
    <>
      <h1 className="visually-hidden">Tables</h1>
      <Overview read={read} now={now} />
      <Refresh everySeconds={15} />
    </>
  );
}

type Read = Awaited<ReturnType<typeof readForPage<Awaited<ReturnType<typeof listTableOverview<(typeof OVERVIEW_METRICS)[number]>>>>>>;

function Overview({ read, now }: { read: Read; now: Date }) {
  if (!read.ok) {
    return (
      <Face icon={<StateIcon state="unsure" />} title="The tables could not be read">
        <p>{read.message}</p>
        <p>This page tries again by itself.</p>
      </Face>
    );
  }
  const view = viewOverview(read.value, now);
  if (view.tables.length === 0) {
    return (
      <Face title="No table is watched yet">
        <p>
          Name your tables in <code>bergwatch.yaml</code>; they appear here as soon as it is saved.
        </p>
      </Face>
    );
  }
  const onlySamples = view.tables.every(({ isSample }) => isSample);
  return (
    <>
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
