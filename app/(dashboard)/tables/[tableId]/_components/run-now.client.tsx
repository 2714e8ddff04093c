"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { cancelRun, requestRunNow, runQuery } from "#app/_queries/runs.ts";
import { runLink } from "#lib/contracts/links.ts";
import { isUnderWay, type RunView } from "#lib/contracts/run-view.ts";
import { formatBytes } from "#lib/units.ts";
import classes from "./run-now.module.css";

interface RunNowProps {
  tableId: string;
  /** A run that is queued or running already. */
  underWay: string | null;
  workerAlive: boolean;
}

/** Asks for a run and follows it; when it has ended the page reads its numbers again. */
export function RunNow({ tableId, underWay, workerAlive }: RunNowProps) {
  const router = useRouter();
  const [runId, setRunId] = useState(underWay);
  /** The run whose end was read and closed. */
  const [told, setTold] = useState<string | null>(null);
  useEffect(() => setRunId((known) => underWay ?? known), [underWay]);
  const run = useQuery(runQuery(runId));
  const ask = useMutation({ mutationFn: () => requestRunNow(tableId), onSuccess: ({ runId: id }) => setRunId(id) });
  const cancel = useMutation({ mutationFn: cancelRun, onSettled: () => run.refetch() });
  const isGoing = run.data !== undefined && isUnderWay(run.data);
  const isBusy = ask.isPending || (runId !== null && run.data === undefined && !run.isError) || isGoing;
  const hasEnded = run.data !== undefined && !isGoing;
  useEffect(() => {
    if (hasEnded) router.refresh();
  }, [hasEnded, router, runId]);
  const fault = ask.error ?? cancel.error ?? run.error;
  const isTold = (isBusy || fault !== null || hasEnded) && told !== runId;
  return (
    <span className={classes["place"]}>
      <Button variant="default" size="compact-md" disabled={isBusy} onClick={() => ask.mutate()}>
        Run now
      </Button>
      {isTold && (
        <div className={classes["status"]} role="status">
          {fault !== null ? <span>{fault.message}</span> : <Progress run={run.data} workerAlive={workerAlive} />}
          <span className={classes["actions"]}>
            {isBusy && runId !== null && (
              <Button variant="default" size="compact-sm" loading={cancel.isPending} onClick={() => cancel.mutate(runId)}>
                Cancel
              </Button>
            )}
            {runId !== null && <Link href={runLink(runId)}>The run and its log</Link>}
            {!ask.isPending && (
              <Button variant="subtle" size="compact-sm" onClick={() => (runId === null ? ask.reset() : setTold(runId))}>
                {isBusy ? "Hide" : "Close"}
              </Button>
            )}
          </span>
        </div>
      )}
    </span>
  );
}

function Progress({ run, workerAlive }: { run: RunView | undefined; workerAlive: boolean }) {
  if (run === undefined) return <span>Asking for a run …</span>;
  const { state, progress, error } = run;
  if (state === "queued")
    return <span>{error?.message ?? (workerAlive ? "Waiting for a worker." : "Waiting; no worker is at work.")}</span>;
  if (state === "running") {
    if (progress === null) return <span>Starting.</span>;
    const planned = progress.bytesPlanned === undefined ? "" : `${formatBytes(progress.bytesPlanned)} to read`;
    return <span>{[progress.phase, progress.detail, planned].filter((part) => part !== "").join(": ")}</span>;
  }
  if (state === "succeeded") return <span>The run has ended; these are its numbers.</span>;
  return <span>{error?.message ?? `The run is ${state}.`}</span>;
}
