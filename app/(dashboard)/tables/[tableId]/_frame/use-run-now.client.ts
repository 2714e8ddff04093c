"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { cancelRun, requestRunNow, runQuery } from "#app/_queries/runs.ts";
import { isUnderWay, type RunView } from "#lib/contracts/run-view.ts";

export interface RunNow {
  runId: string | null;
  /** As it was last read; undefined: not yet. */
  run: RunView | undefined;
  /** A run was requested, waits or runs. */
  isBusy: boolean;
  /** The status was closed, or there is none. */
  isClosed: boolean;
  fault: Error | null;
  isCancelling: boolean;
  ask: () => void;
  cancel: () => void;
  close: () => void;
}

/** Requests a run of a table and follows it, or the one in `underWay`; when it ends the page reads its numbers again. */
export function useRunNow(tableId: string, underWay: string | null): RunNow {
  const router = useRouter();
  const [runId, setRunId] = useState(underWay);
  const [isClosed, setIsClosed] = useState(false);
  useEffect(() => setRunId((known) => underWay ?? known), [underWay]);
  useEffect(() => setIsClosed(false), [runId]);
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
  return {
    runId,
    run: run.data,
    isBusy,
    isClosed: isClosed || (!isBusy && fault === null && !hasEnded),
    fault,
    isCancelling: cancel.isPending,
    ask: () => {
      setIsClosed(false);
      ask.mutate();
    },
    cancel: () => {
      if (runId !== null) cancel.mutate(runId);
    },
    close: () => setIsClosed(true),
  };
}
