import Link from "next/link";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { checkTitle } from "#lib/incidents/check-title.ts";
import { silencesLink, tableLink } from "#lib/contracts/links.ts";
import { INCIDENT_CHECKS } from "#lib/names.ts";
import type { NotificationsPage, PreviewOf } from "../_notifications/read-notifications.ts";
import type { PreviewSearch } from "../search-params.ts";
import { PreviewForm } from "./preview-form.client.tsx";
import classes from "./rail.module.css";

/** Which channels an incident of a table would go to now. */
export function PreviewPanel({ page: { asked }, search }: { page: NotificationsPage; search: PreviewSearch }) {
  const { severity, check } = search;
  const table = asked?.table?.name ?? search.table ?? "";
  return (
    <Panel title="Preview routing">
      <PanelBody>
        <PreviewForm
          key={`${table} ${severity} ${check}`}
          table={table}
          severity={severity}
          check={check}
          checks={INCIDENT_CHECKS.map((one) => ({ value: one, label: checkTitle(one) }))}
        />
        {asked !== null && (
          <div className={classes["answer"]} role="status">
            <Answer asked={asked} named={search.table ?? ""} />
          </div>
        )}
      </PanelBody>
    </Panel>
  );
}

function Answer({ asked: { table, preview, silence }, named }: { asked: PreviewOf; named: string }) {
  if (table === null) return <p>No table is named {named}.</p>;
  const heading = (
    <p>
      <Link href={tableLink(table.id)}>{table.name}</Link>, {table.owner === null ? "no owner" : `owned by ${table.owner}`}
      {table.tags.length > 0 && `, tagged ${table.tags.join(", ")}`}:
    </p>
  );
  if (table.isArchived) {
    return (
      <>
        {heading}
        <p>It is archived, so it opens no incidents.</p>
      </>
    );
  }
  return (
    <>
      {heading}
      {silence !== null && (
        <p>
          {silence.kind === "maintenance" ? "It is in a maintenance window, so no incident opens" : "It is silenced, so nothing is sent"}{" "}
          until <Time at={silence.until.toISOString()} />. <Link href={silencesLink()}>Silences</Link>
        </p>
      )}
      {preview.heard.length === 0 ? (
        <p>No channel: no route matches.</p>
      ) : (
        <ul>
          {preview.heard.map(({ channel, from, atOnce }) => (
            <li key={channel}>
              <StateIcon state={atOnce ? "ok" : "warning"} />
              <span>
                <b>{channel}</b>{" "}
                {atOnce ? (
                  "now"
                ) : (
                  <>
                    after quiet hours, <Time at={from.toISOString()} />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
