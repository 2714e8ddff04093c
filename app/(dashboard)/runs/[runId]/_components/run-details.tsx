import Link from "next/link";
import type { ReactNode } from "react";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { runsLink, tableLink } from "#lib/contracts/links.ts";
import type { RunView } from "#lib/contracts/run-view.ts";
import { sayReason } from "../../_components/run-words.ts";
import classes from "./run-details.module.css";

/** What the run was, and when; ids in full. */
export function RunDetails({ run }: { run: RunView }) {
  const { tableId, tableName, snapshotId, askedSnapshotId } = run;
  const details: [string, ReactNode][] = [
    ["Table", <Link href={tableLink(tableId)}>{tableName}</Link>],
    ["Why", sayReason(run.reason)],
    ["Requested snapshot", askedSnapshotId === null ? "the newest snapshot" : <code>{askedSnapshotId}</code>],
    [
      "Snapshot",
      snapshotId === null ? null : (
        <Link href={tableLink(tableId, { snapshot: snapshotId })}>
          <code>{snapshotId}</code>
        </Link>
      ),
    ],
    ["Scheduled for", <Time at={run.scheduledFor} />],
    ["Queued", <Time at={run.queuedAt} />],
    ["Started", run.startedAt && <Time at={run.startedAt} />],
    ["Last sign", run.finishedAt === null && run.heartbeatAt !== null ? <Time at={run.heartbeatAt} /> : null],
    ["Finished", run.finishedAt && <Time at={run.finishedAt} />],
    ["Worker", run.worker],
    ["Error", run.error && <code>{run.error.code}</code>],
    ["Run", <code>{run.id}</code>],
  ];
  return (
    <Panel title="Details" aside={<Link href={runsLink({ table: tableId })}>All runs of this table</Link>}>
      <PanelBody>
        <dl className={classes["details"]}>
          {details.map(([name, value]) =>
            value === null ? null : (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
          )}
        </dl>
      </PanelBody>
    </Panel>
  );
}
