import { Pill } from "#app/_ui/pill.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import type { RunRow } from "#db/queries/runs.ts";
import type { RunReason, RunState } from "#lib/names.ts";
import { formatAge, formatBytes, formatDuration } from "#lib/units.ts";
import { RunProgress } from "./run-progress.tsx";
import classes from "./run-list.module.css";

export type RunView = RunRow & { tableName: string };

const REASONS: Record<RunReason, string> = {
  person: "asked for",
  schedule: "schedule",
  snapshot: "new snapshot",
  history: "history",
  nightly: "nightly",
};

/** Runs, newest first; on a phone each is a card. */
export function RunList({ runs, now }: { runs: readonly RunView[]; now: Date }) {
  return (
    <table className={classes["list"]}>
      <thead>
        <tr>
          <th scope="col">Table</th>
          <th scope="col">State</th>
          <th scope="col">What happened</th>
          <th scope="col">Why</th>
          <th scope="col">Snapshot</th>
          <th scope="col">Read</th>
          <th scope="col">Took</th>
          <th scope="col">Queued</th>
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

function Row({ run, now }: { run: RunView; now: Date }) {
  const tookMs = run.startedAt === null ? null : (run.finishedAt ?? now).getTime() - run.startedAt.getTime();
  const snapshot = run.snapshotId ?? run.askedSnapshotId;
  const agoMs = now.getTime() - run.queuedAt.getTime();
  return (
    <tr>
      <th scope="row">{run.tableName}</th>
      <td data-label="State">
        <State state={run.state} attempt={run.attempt} />
      </td>
      <td className={classes["what"]}>
        <What run={run} />
      </td>
      <td data-label="Why">{REASONS[run.reason]}</td>
      <td data-label="Snapshot">
        {snapshot === null ? (
          <None />
        ) : (
          <code title={snapshot}>{snapshot.length > 12 ? `${snapshot.slice(0, 4)}…${snapshot.slice(-4)}` : snapshot}</code>
        )}
      </td>
      <td className={classes["number"]} data-label="Read">
        {run.costBytes === null ? <None /> : formatBytes(run.costBytes)}
      </td>
      <td className={classes["number"]} data-label="Took">
        {tookMs === null ? <None /> : formatDuration(Math.max(0, tookMs))}
      </td>
      <td className={classes["number"]} data-label="Queued">
        <time dateTime={run.queuedAt.toISOString()} title={run.queuedAt.toUTCString()}>
          {agoMs < 5000 ? "now" : `${formatAge(agoMs)} ago`}
        </time>
      </td>
    </tr>
  );
}

const STATE_ICONS: Partial<Record<RunState, "fine" | "unsure">> = { succeeded: "fine", failed: "unsure" };

function State({ state, attempt }: { state: RunState; attempt: number }) {
  const icon = STATE_ICONS[state];
  return (
    <span className={`${classes["state"]} ${classes[state]}`}>
      {icon && <StateIcon state={icon} />}
      {state}
      {attempt > 1 && <Pill title="How often it was begun">attempt {attempt}</Pill>}
    </span>
  );
}

function What({ run: { state, progress, errorMessage } }: { run: RunView }) {
  if (errorMessage !== null) return <span className={state === "skipped" ? classes["quiet"] : undefined}>{errorMessage}</span>;
  return progress !== null && (state === "running" || state === "queued") ? <RunProgress progress={progress} /> : null;
}

function None() {
  return <span className={classes["quiet"]}>–</span>;
}
