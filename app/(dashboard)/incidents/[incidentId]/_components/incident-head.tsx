import Link from "next/link";
import { StatePill } from "#app/_ui/state-pill.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { tableLink } from "#lib/contracts/links.ts";
import { INCIDENT_SETTINGS } from "#lib/incidents/incident.ts";
import { checkTitle } from "../../_incidents/check-titles.ts";
import { formatSpan, shapeOf, STATE_WORDS } from "../../_incidents/incident-words.ts";
import { sayBeginning, sayEnd, shortId } from "../_incident/incident-sentences.ts";
import type { IncidentPage } from "../_incident/read-incident.ts";
import { acceptable } from "../_incident/acceptable.ts";
import { IncidentActions } from "./incident-actions.client.tsx";

/** What is the matter, with which table, since when, whether it ends by itself, and what a person can do. */
export function IncidentHead({ page }: { page: IncidentPage }) {
  const { incident, table, now } = page;
  const { state, check, goodRuns, resolvedBy, resolvedAt, lastOpenedAt } = incident;
  const span = formatSpan((resolvedAt ?? now).getTime() - lastOpenedAt.getTime());
  return (
    <PageHead
      title={
        <>
          <StatePill state={shapeOf(incident)}>{STATE_WORDS[state]}</StatePill> <Link href={tableLink(table.id)}>{table.name}</Link>:{" "}
          {checkTitle(check)}
        </>
      }
      facts={resolvedAt === null ? `for ${span}` : `stood for ${span}`}
      verdict={incident.sentence}
      because={
        <>
          <Beginning page={page} /> {sayEnd({ check, state, goodRuns, goodRunsNeeded: INCIDENT_SETTINGS.goodRunsToResolve, resolvedBy })}
        </>
      }
      actions={
        <IncidentActions
          incidentId={incident.id}
          state={state}
          assignee={incident.assignee}
          now={now.toISOString()}
          acceptable={table.archivedAt === null ? acceptable(incident.findings) : []}
        />
      }
    />
  );
}

function Beginning({ page: { incident, table, key } }: { page: IncidentPage }) {
  const { since } = incident.seen;
  if (since === null) return null;
  const { before, between, after } = sayBeginning(since);
  return (
    <>
      {before}
      <Link href={tableLink(table.id, { snapshot: since.snapshotId, key: key?.name })} title={since.snapshotId}>
        {shortId(since.snapshotId)}
      </Link>
      {between === null ? (
        <>
          {" "}
          of <Time at={since.committedAt} />
        </>
      ) : (
        <>
          , between <Time at={between} /> and <Time at={since.committedAt} />
        </>
      )}
      {after}
    </>
  );
}
