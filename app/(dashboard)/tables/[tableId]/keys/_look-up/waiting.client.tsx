"use client";

import { Button, Loader } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { cancelKeyRequest, keyRequestQuery } from "#app/_queries/key-requests.ts";
import type { KeyRequestView } from "#lib/contracts/key-requests.ts";
import { formatAge } from "#lib/units.ts";
import classes from "./look-up.module.css";

/** Where a request is while somebody waits for it, and the way to end it. */
export function Waiting({ request, leave }: { request: KeyRequestView; leave: string }) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: async () => await cancelKeyRequest(request.id),
    onSuccess: (ended) => client.setQueryData(keyRequestQuery(request).queryKey, ended),
  });
  return (
    <div className={classes["waiting"]} role="status">
      <Loader size={16} aria-hidden />
      <div className={classes["words"]}>
        <b>{sayState(request)}</b> <Since at={request.requestedAt} />
        <p>{leave}</p>
        {cancel.error !== null && <p className={classes["fault"]}>{cancel.error.message}</p>}
      </div>
      <Button variant="default" size="compact-md" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel
      </Button>
    </div>
  );
}

/** What a request does now, as a sentence. */
export function sayState({ state, progress, workerAtWork }: KeyRequestView): string {
  if (!workerAtWork) return "No worker is at work; it waits until one starts.";
  if (state === "queued") return "Waiting for a worker.";
  if (progress === null || progress.detail === "") return "The table is being read.";
  return `${progress.detail.charAt(0).toUpperCase()}${progress.detail.slice(1)}${/[.…]$/.test(progress.detail) ? "" : "…"}`;
}

function Since({ at }: { at: string }) {
  // Not before the browser has the page: its clock is not the server's.
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  if (now === null) return null;
  const age = formatAge(now - Date.parse(at));
  return <span className={classes["since"]}>{age === "now" ? "just asked" : `for ${age}`}</span>;
}
