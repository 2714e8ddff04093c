import Link from "next/link";
import { notFound } from "next/navigation";
import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import { readTimeZone } from "#app/_http/time-zone.ts";
import { Breadcrumbs } from "#app/_ui/breadcrumbs.tsx";
import { CopyLink } from "#app/_ui/copy-link.client.tsx";
import { Face } from "#app/_ui/face.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { Notice, NoticeList } from "#app/_ui/notice.tsx";
import { SilenceWords } from "#app/_ui/silence-words.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { incidentName } from "#lib/contracts/incident-number.ts";
import { incidentsLink } from "#lib/contracts/links.ts";
import { BeganPanel } from "./_components/began-panel.tsx";
import { CatalogIncident } from "./_components/catalog-incident.tsx";
import { CausesPanel } from "./_components/causes-panel.tsx";
import { FindingsPanel } from "./_components/findings-panel.tsx";
import { IncidentHead } from "./_components/incident-head.tsx";
import { KeysPanel } from "./_components/keys-panel.tsx";
import { MetricChart } from "./_components/metric-chart.tsx";
import { NeighboursPanel } from "./_components/neighbours-panel.tsx";
import { StandingPanel } from "./_components/standing-panel.tsx";
import { ToldPanel } from "./_components/told-panel.tsx";
import { Timeline } from "./_components/timeline.tsx";
import { findIncident } from "./_incident/find-incident.ts";
import { readIncident, type CatalogIncidentPage, type IncidentPage } from "./_incident/read-incident.ts";
import { countLines, linesOf, readShow, viewTimeline } from "./_incident/timeline.ts";
import classes from "./page.module.css";

interface PageProps {
  params: Promise<{ incidentId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const found = await findIncident(params);
  return { title: found.ok ? `${incidentName(found.value.number)}: ${found.value.subjectName}` : "Incident" };
}

export default async function IncidentRoute({ params, searchParams }: PageProps) {
  const found = await findIncident(params);
  const zone = await readTimeZone();
  const read = found.ok ? await readForPage(async (db) => await readIncident(db, found.value.id, { now: new Date(), zone })) : found;
  if (read.ok && read.value === null) notFound();
  const page = read.ok ? read.value : null;
  return (
    <>
      <Breadcrumbs
        above={[{ href: incidentsLink(), name: "Incidents" }]}
        here={page === null ? "Incident" : incidentName(page.incident.number)}
      >
        <CopyLink />
      </Breadcrumbs>
      {page === null ? (
        <Face icon={<StateIcon state="unknown" />} title="The incident could not be read">
          <p>{read.ok ? "" : read.message}</p>
          <p>
            This page retries automatically. <Link href={incidentsLink()}>All incidents</Link>
          </p>
        </Face>
      ) : (
        <Any page={page} show={readShow((await searchParams)["show"])} />
      )}
      <Refresh everySeconds={15} silent={!read.ok} />
    </>
  );
}

type Shown = ReturnType<typeof readShow>;

function Any({ page, show }: { page: IncidentPage | CatalogIncidentPage; show: Shown }) {
  return page.of === "catalog" ? <CatalogIncident page={page} show={show} /> : <Incident page={page} show={show} />;
}

function Incident({ page, show }: { page: IncidentPage; show: Shown }) {
  const { incident, table, runs, chart, deliveries } = page;
  const valueAt = (snapshotId: string) => {
    const text = chart?.texts.get(snapshotId);
    return text === undefined ? "" : `${chart?.declaration.label ?? ""}: ${text}`;
  };
  const lines = viewTimeline({ events: incident.events, runs, deliveries }, valueAt);
  return (
    <>
      <NoticeList>
        {table.archivedAt !== null && (
          <Notice>
            {table.name} is no longer watched: it was removed from the configuration. No run will resolve this incident; resolve it
            manually.
          </Notice>
        )}
        {page.silences.map((silence) => (
          <Notice key={silence.id}>
            <SilenceWords silence={silence} />
          </Notice>
        ))}
      </NoticeList>
      <IncidentHead page={page} />
      <div className={classes["columns"]}>
        <div className={classes["why"]}>
          <CausesPanel page={page} />
        </div>
        <div className={classes["main"]}>
          {chart !== null && <MetricChart tableId={table.id} read={chart} />}
          <div className={classes["two"]}>
            <BeganPanel page={page} />
            <KeysPanel page={page} />
          </div>
          <Timeline
            incidentId={incident.id}
            lines={linesOf(lines, show)}
            counts={countLines(lines)}
            show={show}
            tableId={table.id}
            toldInThread={page.toldInThread}
          />
        </div>
        <div className={classes["rail"]}>
          <StandingPanel page={page} />
          <FindingsPanel page={page} />
          <ToldPanel page={page} />
          <NeighboursPanel page={page} />
        </div>
      </div>
    </>
  );
}
