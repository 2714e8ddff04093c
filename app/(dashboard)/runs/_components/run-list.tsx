import Link from "next/link";
import { RowLink } from "#app/_ui/row-link.tsx";
import { SortHead } from "#app/_ui/sort-head.tsx";
import type { NamedRun } from "#db/queries/runs.ts";
import { runLink, tableLink } from "#lib/contracts/links.ts";
import { isUnderWay } from "#lib/contracts/run-view.ts";
import { formatAgo, formatBytes, formatDuration, shortId } from "#lib/units.ts";
import { RUN_COLUMNS, searchLink, type RunSearch } from "../search-params.ts";
import { RunActions } from "./run-actions.client.tsx";
import classes from "./run-list.module.css";
import { RunProgress } from "./run-progress.tsx";
import { RunState } from "./run-state.tsx";
import { sayReason } from "./run-words.ts";

/** Runs in the order asked for; on a phone each is a card. A row opens its run. */
export function RunList({ runs, search, now }: { runs: readonly NamedRun[]; search: RunSearch; now: Date }) {
  const sorted = {
    columns: RUN_COLUMNS,
    sort: search.sort ?? "queued",
    link: (sort: RunSearch["sort"]) => searchLink({ ...search, sort }),
  };
  const saysNothing = runs.every(
    ({ errorMessage, progress, state }) => errorMessage === null && (progress === null || !isUnderWay({ state })),
  );
  return (
    <table className={`${classes["list"]} ${saysNothing ? classes["plain"] : ""}`} aria-label="Runs">
      <thead>
        <tr>
          <SortHead label="Table" column="table" {...sorted} />
          <SortHead label="State" column="state" {...sorted} />
          <th scope="col">What happened</th>
          <th scope="col">Trigger</th>
          <th scope="col">Snapshot</th>
          <SortHead label="Read" column="read" {...sorted} />
          <SortHead label="Took" column="took" {...sorted} />
          <SortHead label="Queued" column="queued" {...sorted} />
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <Row key={run.id} run={run} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ run, now }: { run: NamedRun; now: Date }) {
  const tookMs = run.startedAt === null ? null : (run.finishedAt ?? now).getTime() - run.startedAt.getTime();
  const agoMs = now.getTime() - run.queuedAt.getTime();
  return (
    <tr>
      <th scope="row">
        <RowLink className={classes["open"]} href={runLink(run.id)}>
          {run.tableName}
        </RowLink>
      </th>
      <td data-label="State">
        <RunState state={run.state} attempt={run.attempt} />
      </td>
      <td className={classes["what"]}>
        <What run={run} />
      </td>
      <td data-label="Trigger">{sayReason(run.reason)}</td>
      <td data-label="Snapshot">
        <Snapshot run={run} />
      </td>
      <td className={classes["number"]} data-label="Read">
        {run.costBytes === null ? <None /> : formatBytes(run.costBytes)}
      </td>
      <td className={classes["number"]} data-label="Took">
        {tookMs === null ? <None /> : formatDuration(Math.max(0, tookMs))}
      </td>
      <td className={classes["number"]} data-label="Queued">
        <time dateTime={run.queuedAt.toISOString()} title={run.queuedAt.toUTCString()}>
          {formatAgo(agoMs)}
        </time>
      </td>
      <td className={classes["do"]}>
        <RunActions runId={run.id} state={run.state} tableName={run.tableName} small />
      </td>
    </tr>
  );
}

/** The one that was read leads to the table as it was; one that was only asked for does not yet. */
function Snapshot({ run: { tableId, snapshotId, askedSnapshotId } }: { run: NamedRun }) {
  const snapshot = snapshotId ?? askedSnapshotId;
  if (snapshot === null) return <None />;
  const short = <code title={snapshot}>{shortId(snapshot)}</code>;
  if (snapshotId === null) return short;
  return (
    <Link href={tableLink(tableId, { snapshot })} prefetch={false}>
      {short}
    </Link>
  );
}

function What({ run: { state, progress, errorMessage } }: { run: NamedRun }) {
  if (errorMessage !== null) return <span className={state === "skipped" ? classes["quiet"] : undefined}>{errorMessage}</span>;
  return progress !== null && isUnderWay({ state }) ? <RunProgress progress={progress} /> : null;
}

function None() {
  return <span className={classes["quiet"]}>–</span>;
}
