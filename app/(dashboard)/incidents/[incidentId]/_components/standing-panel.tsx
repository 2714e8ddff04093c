import Link from "next/link";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { catalogLink, tableLink } from "#lib/contracts/links.ts";
import { formatCount } from "#lib/units.ts";
import { SEVERITY_WORDS, STATE_WORDS } from "../../_incidents/incident-words.ts";
import type { PageOfIncident } from "../_incident/read-incident.ts";
import { Facts } from "./began-panel.tsx";

/** Who works on it, its state and its dates. */
export function StandingPanel({ page: { incident, onIt, silence } }: { page: PageOfIncident }) {
  const { state, severity, assignee, openedAt, lastOpenedAt, timesOpened, lastSeenAt, acknowledgedAt, acknowledgedBy } = incident;
  const { snoozedUntil, resolvedAt, resolvedBy, subject } = incident;
  return (
    <Panel title="Details">
      <PanelBody>
        <Facts
          facts={[
            subject.of === "table"
              ? ["Table", <Link href={tableLink(subject.id)}>{subject.name}</Link>]
              : ["Catalog", <Link href={catalogLink(subject.name)}>{subject.name}</Link>],
            ["State", STATE_WORDS[state]],
            ["Severity", SEVERITY_WORDS[severity]],
            ["Owner", subject.of === "table" ? (subject.owner ?? "no owner") : null],
            ["Assigned to", assignee ?? "Unassigned"],
            ["Opened", <Time at={lastOpenedAt.toISOString()} />],
            [
              "Before",
              timesOpened === 1 ? null : (
                <>
                  opened {formatCount(timesOpened)} times, first <Time at={openedAt.toISOString()} />
                </>
              ),
            ],
            ["Last seen", <Time at={lastSeenAt.toISOString()} />],
            [
              "Acknowledged",
              acknowledgedAt === null ? null : (
                <>
                  <Time at={acknowledgedAt.toISOString()} />
                  {acknowledgedBy !== null && ` by ${acknowledgedBy}`}
                </>
              ),
            ],
            [
              "Snoozed until",
              snoozedUntil && (
                <>
                  <Time at={snoozedUntil.toISOString()} />
                  {onIt?.snoozed?.by != null && ` by ${onIt.snoozed.by}`}
                </>
              ),
            ],
            [
              "Notifications",
              silence && (
                <>
                  {silence.kind === "maintenance" ? "maintenance" : "silenced"} until <Time at={silence.until} />
                </>
              ),
            ],
            [
              "Resolved",
              resolvedAt && (
                <>
                  <Time at={resolvedAt.toISOString()} /> {resolvedBy === null ? "automatically" : `by ${resolvedBy}`}
                </>
              ),
            ],
          ]}
        />
      </PanelBody>
    </Panel>
  );
}
