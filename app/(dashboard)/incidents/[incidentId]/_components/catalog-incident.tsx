import Link from "next/link";
import { OnItLines } from "#app/_ui/on-it.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { incidentName } from "#lib/contracts/incident-number.ts";
import { subjectName } from "#lib/contracts/incident-subject.ts";
import { catalogLink, sourcesLink, tableLink } from "#lib/contracts/links.ts";
import { incidentSettings } from "#lib/incidents/incident.ts";
import { formatCount } from "#lib/units.ts";
import { formatSpan, shapeOf, STATE_WORDS } from "../../_incidents/incident-words.ts";
import { sayEnd } from "../_incident/incident-sentences.ts";
import type { CatalogIncidentPage } from "../_incident/read-incident.ts";
import { countLines, linesOf, viewTimeline, type LineKind } from "../_incident/timeline.ts";
import { Facts } from "./began-panel.tsx";
import { IncidentActions } from "./incident-actions.client.tsx";
import classes from "../page.module.css";
import panels from "./panels.module.css";
import { SOURCES_NAME } from "../../../_entries/sources-name.ts";
import { StandingPanel } from "./standing-panel.tsx";
import { Timeline } from "./timeline.tsx";
import { ToldPanel } from "./told-panel.tsx";

/** An incident of a catalog: what it answers, how long, and which tables wait for it. */
export function CatalogIncident({ page, show }: { page: CatalogIncidentPage; show: LineKind | null }) {
  const { incident, deliveries } = page;
  const lines = viewTimeline({ events: incident.events, runs: [], deliveries }, () => "");
  return (
    <>
      <Head page={page} />
      <div className={classes["columns"]}>
        <div className={classes["main"]}>
          <HealthPanel page={page} />
          <Timeline
            incidentId={incident.id}
            lines={linesOf(lines, show)}
            counts={countLines(lines)}
            show={show}
            tableId={null}
            toldInThread={page.toldInThread}
          />
        </div>
        <div className={classes["rail"]}>
          <StandingPanel page={page} />
          <ToldPanel page={page} />
        </div>
      </div>
    </>
  );
}

function Head({ page }: { page: CatalogIncidentPage }) {
  const { incident, now } = page;
  const { state, check, goodRuns, resolvedBy, resolvedAt, lastOpenedAt } = incident;
  const span = formatSpan((resolvedAt ?? now).getTime() - lastOpenedAt.getTime());
  return (
    <PageHead
      state={shapeOf(incident)}
      stateWord={STATE_WORDS[state]}
      title={subjectName(incident.subject)}
      facts={`${incidentName(incident.number)} · ${resolvedAt === null ? "open" : "was open"} for ${span}`}
      verdict={incident.sentence}
      because={sayEnd({
        check,
        metric: null,
        cause: null,
        state,
        goodRuns,
        goodRunsNeeded: incidentSettings(check).goodRunsToResolve,
        resolvedBy,
      })}
      onIt={<OnItLines onIt={page.onIt} silence={page.silence} />}
      actions={
        <IncidentActions
          incidentId={incident.id}
          state={state}
          assignee={incident.assignee}
          now={now.toISOString()}
          acceptable={[]}
          judgedBy="the catalog"
        />
      }
    />
  );
}

const TABLES_MAX = 12;

/** How the catalog does now, whatever the incident's state, and who waits. */
function HealthPanel({ page: { catalog, health, now } }: { page: CatalogIncidentPage }) {
  const aside = <Link href={catalogLink(catalog)}>Tables in this catalog</Link>;
  if (health === null) {
    return (
      <Panel title="The catalog now" aside={aside}>
        <PanelBody>
          <p className={panels["quiet"]}>
            It is not checked: no active table uses it. <Link href={sourcesLink()}>{SOURCES_NAME}</Link>
          </p>
        </PanelBody>
      </Panel>
    );
  }
  const { state, error, lastWellAt, quietUntil, tables } = health;
  const isWell = state === "well";
  const next = quietUntil === null || new Date(quietUntil) <= now ? null : quietUntil;
  return (
    <Panel title="The catalog now" aside={aside}>
      <PanelBody>
        <Facts
          facts={[
            ["It", isWell ? "answers" : error?.code === "catalog_refused" ? "refuses us" : "does not answer"],
            ["Since", <Time at={health.since} />],
            ["Answered last", isWell ? null : lastWellAt === null ? "never, as far as is known" : <Time at={lastWellAt} />],
            ["It says", error?.message ?? null],
            ["Next look", next && <Time at={next} />],
            [isWell ? "Tables" : "Waiting", tables.length === 1 ? "1 table" : `${formatCount(tables.length)} tables`],
          ]}
        />
        <ul className={panels["names"]}>
          {tables.slice(0, TABLES_MAX).map(({ id, name }) => (
            <li key={id}>
              <Link href={tableLink(id)} prefetch={false}>
                <bdi>{name}</bdi>
              </Link>
            </li>
          ))}
          {tables.length > TABLES_MAX && <li>and {formatCount(tables.length - TABLES_MAX)} more</li>}
        </ul>
      </PanelBody>
    </Panel>
  );
}
