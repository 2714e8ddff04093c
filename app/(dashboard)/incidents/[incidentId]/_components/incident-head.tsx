import Link from "next/link";
import { AcceptedLines } from "#app/_ui/accepted-lines.tsx";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { CauseTag } from "#app/_ui/cause-tag.tsx";
import { OnItLines } from "#app/_ui/on-it.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { sayWhy, tableVerdict } from "#lib/causes/table-verdict.ts";
import { incidentName } from "#lib/contracts/incident-number.ts";
import { causeDocsLink, silencesLink, tableLink } from "#lib/contracts/links.ts";
import { incidentSettings } from "#lib/incidents/incident.ts";
import { checkTitle } from "#lib/incidents/check-title.ts";
import { formatSpan, shapeOf, STATE_WORDS } from "../../_incidents/incident-words.ts";
import { sayBeginning, sayEnd, shortId } from "../_incident/incident-sentences.ts";
import type { IncidentPage } from "../_incident/read-incident.ts";
import { acceptable } from "../_incident/acceptable.ts";
import { IncidentActions } from "./incident-actions.client.tsx";

/** What is the matter, with which table, why and since when, whether it ends by itself, and what a person can do. */
export function IncidentHead({ page }: { page: IncidentPage }) {
  const { incident, table, now } = page;
  const { state, check, goodRuns, resolvedBy, resolvedAt, lastOpenedAt } = incident;
  const verdict = page.causes && tableVerdict(page.causes, table.name);
  const span = formatSpan((resolvedAt ?? now).getTime() - lastOpenedAt.getTime());
  return (
    <PageHead
      state={shapeOf(incident)}
      stateWord={STATE_WORDS[state]}
      title={`${table.name}: ${checkTitle(check)}`}
      facts={
        <>
          {`${incidentName(incident.number)} · ${resolvedAt === null ? "open" : "was open"} for ${span}`}
          {verdict !== null && (
            <>
              {" · "}
              <CauseTag cause={verdict.main} share={verdict.shares[0]?.share ?? ""} href={causeDocsLink(verdict.main)} />
            </>
          )}
        </>
      }
      verdict={incident.sentence}
      because={
        <>
          {page.causes !== null && `${sayWhy(page.causes) ?? ""} `}
          <Beginning page={page} />{" "}
          {sayEnd({
            check,
            metric: incident.findings[0]?.metric ?? null,
            cause: verdict?.main ?? null,
            state,
            goodRuns,
            goodRunsNeeded: incidentSettings(check).goodRunsToResolve,
            resolvedBy,
          })}
        </>
      }
      onIt={
        <>
          <AcceptedLines accepted={page.accepted} withReason />
          <OnItLines onIt={page.onIt} silence={page.silence} />
        </>
      }
      actions={
        <>
          <IncidentActions
            incidentId={incident.id}
            state={state}
            assignee={incident.assignee}
            now={now.toISOString()}
            judgedBy="runs"
            acceptable={table.archivedAt === null ? acceptable(incident.findings) : []}
          />
          {table.archivedAt === null && <ButtonLink href={silencesLink({ table: table.name })}>Silence…</ButtonLink>}
        </>
      }
    />
  );
}

function Beginning({ page: { incident, table, key } }: { page: IncidentPage }) {
  return sayBeginning(incident.seen.since).map((part, place) => {
    if (typeof part === "string") return part;
    if ("at" in part) return <Time key={place} at={part.at} />;
    return (
      <Link key={place} href={tableLink(table.id, { snapshot: part.snapshotId, key: key?.name })} title={part.snapshotId}>
        {shortId(part.snapshotId)}
      </Link>
    );
  });
}
