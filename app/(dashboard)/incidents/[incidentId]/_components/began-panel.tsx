import Link from "next/link";
import type { ReactNode } from "react";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { tableLink } from "#lib/contracts/links.ts";
import { formatCount } from "#lib/units.ts";
import { SinceMore } from "../../../tables/_since/since-panel.tsx";
import type { IncidentPage } from "../_incident/read-incident.ts";
import classes from "./panels.module.css";

/** First bad commit, as far as it is known. */
export function BeganPanel({ page: { incident, table, key, began, sinceView } }: { page: IncidentPage }) {
  const { since } = incident.seen;
  if (since === null) {
    return (
      <Panel title="First bad commit">
        <PanelBody>
          <p className={classes["quiet"]}>
            {incident.check === "runs"
              ? "No commit: nothing was read."
              : "Unknown: no snapshot shows when it began. See the table’s charts."}
          </p>
          {sinceView !== null && <SinceMore view={sinceView} />}
        </PanelBody>
      </Panel>
    );
  }
  const { snapshotId, committedAt, operation, lastGoodAt, unreadBetween, isFirst } = since;
  const view = key === null ? {} : { key: key.name };
  return (
    <Panel title={lastGoodAt === null && !isFirst ? "Earliest known bad commit" : "First bad commit"}>
      <PanelBody>
        <Facts
          facts={[
            [
              "Snapshot",
              <>
                <Link href={tableLink(table.id, { ...view, snapshot: snapshotId })}>
                  <code>{snapshotId}</code>
                </Link>
                {began?.expired === true && " has expired"}
              </>,
            ],
            [
              "Parent",
              began?.parentId == null ? null : (
                <>
                  <code>{began.parentId}</code>
                  {lastGoodAt !== null && !unreadBetween && ", good"}
                </>
              ),
            ],
            ["Committed", <Time at={committedAt} />],
            ["Last good", lastGoodAt && <Time at={lastGoodAt} />],
            ["By", began?.committedBy ?? null],
            ["Operation", operation],
            ["Added", sayAdded(began)],
            [
              "How sure",
              isFirst
                ? "it is the table’s first snapshot"
                : unreadBetween
                  ? "earlier snapshots were not read, so it may have started before"
                  : lastGoodAt === null
                    ? "no earlier OK snapshot is known"
                    : "the previous snapshot was checked and OK",
            ],
          ]}
        />
        {sinceView !== null && <SinceMore view={sinceView} />}
      </PanelBody>
    </Panel>
  );
}

function sayAdded(began: IncidentPage["began"]): string | null {
  const added = [
    began?.addedFiles == null ? null : `${formatCount(began.addedFiles)} ${began.addedFiles === 1 ? "file" : "files"}`,
    began?.addedRows == null ? null : `${formatCount(began.addedRows)} ${began.addedRows === 1 ? "row" : "rows"}`,
  ].filter((said) => said !== null);
  return added.length === 0 ? null : `${added.join(", ")}, by its summary`;
}

/** Names and what they are; null: left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes["facts"]}>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
