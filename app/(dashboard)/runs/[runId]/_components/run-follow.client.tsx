"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { runLogQuery } from "#app/_queries/runs.ts";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Stats } from "#app/_ui/stats.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { isUnderWay, type RunLogAnswer, type RunView } from "#lib/contracts/run-view.ts";
import { formatBytes, formatDuration } from "#lib/units.ts";
import { RunActions } from "../../_components/run-actions.client.tsx";
import { RunState } from "../../_components/run-state.tsx";
import { sayReason, sayRun, spansOf } from "../../_components/run-words.ts";
import { RunDetails } from "./run-details.tsx";
import classes from "./run-follow.module.css";
import { RunLog } from "./run-log.client.tsx";
import { RunPhases } from "./run-phases.tsx";

const LOOK_EVERY_MS = 1000;
/** Why no engine is named. */
const ENGINE_NOTES: Partial<Record<RunView["state"], string>> = {
  succeeded: "no data was read",
  failed: "no reading was finished",
  cancelled: "no reading was finished",
  skipped: "no data was read",
};

/** A run as the server rendered it, followed every second while it is under way; `children`: what it came to, read anew when it has ended. */
export function RunFollow({ first, nowMs, children }: { first: RunLogAnswer; nowMs: number; children: ReactNode }) {
  const { answer, fault, look } = useRun(first);
  const now = useNow(nowMs, isUnderWay(answer.run));
  const { run, lines } = answer;
  const said = sayRun(run, now);
  return (
    <>
      <PageHead
        title={`Run of ${run.tableName}`}
        facts={
          <>
            <RunState state={run.state} attempt={run.attempt} /> · {sayReason(run.reason)}
          </>
        }
        verdict={<span aria-live="polite">{said.verdict}</span>}
        because={fault ?? said.because}
        actions={<RunActions runId={run.id} state={run.state} tableName={run.tableName} onChanged={look} />}
      />
      <RunNumbers run={run} nowMs={now} />
      <div className={classes["columns"]}>
        <div className={classes["main"]}>
          {run.state === "running" && run.progress !== null && (
            <Panel title="Progress" aside="You can leave this page; the run continues.">
              <PanelBody>
                <RunPhases progress={run.progress} />
              </PanelBody>
            </Panel>
          )}
          {children}
          <RunLog lines={lines} startedAt={run.startedAt} isUnderWay={isUnderWay(run)} />
        </div>
        <RunDetails run={run} />
      </div>
    </>
  );
}

function RunNumbers({ run, nowMs }: { run: RunView; nowMs: number }) {
  const { waitedMs, tookMs } = spansOf(run, nowMs);
  const { progress, cost } = run;
  const planned = isUnderWay(run) ? progress?.bytesPlanned : undefined;
  return (
    <Stats
      stats={[
        { label: "Queued", value: <Time at={run.queuedAt} as="clock" />, note: <Time at={run.queuedAt} as="day" /> },
        {
          label: run.startedAt === null && isUnderWay(run) ? "Waits since" : "Waited",
          value: waitedMs === null ? null : formatDuration(waitedMs),
        },
        { label: "Took", value: tookMs === null ? null : formatDuration(tookMs), ...(tookMs === null && { note: "not begun" }) },
        {
          label: "Read",
          value: cost.bytes === null ? null : formatBytes(cost.bytes),
          ...(planned !== undefined && { note: `${formatBytes(planned)} to read` }),
        },
        { label: "Attempt", value: run.attempt === 0 ? null : String(run.attempt), ...(run.attempt === 0 && { note: "not begun" }) },
        {
          label: "Engine",
          value: run.engineVersion === null ? null : `DuckDB ${run.engineVersion}`,
          ...(run.engineVersion === null && { note: ENGINE_NOTES[run.state] ?? "not known yet" }),
        },
      ]}
    />
  );
}

/** The run now with all that it said so far. `fault`: why it is not known now; what was known stays. */
function useRun(first: RunLogAnswer): { answer: RunLogAnswer; fault: string | null; look: () => void } {
  const router = useRouter();
  const query = useQuery(runLogQuery(first));
  const answer = query.data;
  const ended = !isUnderWay(answer.run);
  const shown = useRef(!isUnderWay(first.run));
  useEffect(() => {
    if (!ended || shown.current) return;
    shown.current = true;
    router.refresh();
  }, [ended, router]);
  return { answer, fault: ended || query.error === null ? null : query.error.message, look: () => void query.refetch() };
}

/** The clock for ages: the server's at first, so that both render the same, then this machine's while something moves. */
function useNow(firstMs: number, moves: boolean): number {
  const [now, setNow] = useState(firstMs);
  useEffect(() => {
    if (!moves) return;
    const timer = setInterval(() => setNow(Date.now()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [moves]);
  return now;
}
