"use client";

import { Button } from "@mantine/core";
import { useClickOutside } from "@mantine/hooks";
import Link from "next/link";
import { useEffect } from "react";
import { runLink } from "#lib/contracts/links.ts";
import type { RunView } from "#lib/contracts/run-view.ts";
import { formatBytes } from "#lib/units.ts";
import classes from "./table-frame.module.css";
import type { RunNow } from "./use-run-now.client.ts";

/** How the requested run does, in a line of its own that covers nothing; Escape and a click elsewhere close it. */
export function RunStatus({ run, workerAlive }: { run: RunNow; workerAlive: boolean }) {
  const place = useClickOutside<HTMLDivElement>(run.close, ["pointerdown"]);
  const { close } = run;
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === "Escape") close();
    };
    if (run.isClosed) return;
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [close, run.isClosed]);
  if (run.isClosed) return null;
  return (
    <div ref={place} className={classes["status"]} role="status">
      {run.fault !== null ? <span>{run.fault.message}</span> : <Progress run={run.run} workerAlive={workerAlive} />}
      {run.isBusy && run.runId !== null && (
        <Button variant="default" size="compact-sm" loading={run.isCancelling} onClick={run.cancel}>
          Cancel
        </Button>
      )}
      {run.runId !== null && <Link href={runLink(run.runId)}>Run and log</Link>}
      <Button variant="subtle" size="compact-sm" onClick={close}>
        {run.isBusy ? "Hide" : "Close"}
      </Button>
    </div>
  );
}

function Progress({ run, workerAlive }: { run: RunView | undefined; workerAlive: boolean }) {
  if (run === undefined) return <span>Requesting a run…</span>;
  const { state, progress, error } = run;
  if (state === "queued")
    return <span>{error?.message ?? (workerAlive ? "Waiting for a worker." : "Waiting. No worker is running.")}</span>;
  if (state === "running") {
    if (progress === null) return <span>Starting.</span>;
    const planned = progress.bytesPlanned === undefined ? "" : `${formatBytes(progress.bytesPlanned)} to read`;
    return <span>{[progress.phase, progress.detail, planned].filter((part) => part !== "").join(": ")}</span>;
  }
  if (state === "succeeded") return <span>Run finished; numbers updated.</span>;
  return <span>{error?.message ?? `Run ${state}.`}</span>;
}
