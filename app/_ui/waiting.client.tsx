"use client";

import { Button, Loader } from "@mantine/core";
import { useEffect, useState } from "react";
import { formatAge } from "#lib/units.ts";
import classes from "./waiting.module.css";

interface WaitingProps {
  /** What is done now, as a sentence. */
  says: string;
  /** Since when, ISO 8601. */
  since: string;
  /** What becomes of it when one leaves. */
  leave: string;
  onCancel: () => void;
  cancelling: boolean;
  /** Why it could not be cancelled; null: nobody tried, or it could. */
  fault: string | null;
}

/** Where a request to the workers is while somebody waits for it, and the way to end it. */
export function Waiting({ says, since, leave, onCancel, cancelling, fault }: WaitingProps) {
  return (
    <div className={classes["waiting"]} role="status">
      <Loader size={16} aria-hidden />
      <div className={classes["words"]}>
        <b>{says}</b> <Since at={since} />
        <p>{leave}</p>
        {fault !== null && <p className={classes["fault"]}>{fault}</p>}
      </div>
      <Button variant="default" size="compact-md" loading={cancelling} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

interface Standing {
  state: string;
  progress: { detail: string } | null;
  workerAtWork: boolean;
}

/** What a request does now, as a sentence. `reads`: said while nothing nearer is known. */
export function sayStanding({ state, progress, workerAtWork }: Standing, reads: string): string {
  if (!workerAtWork) return "No worker is running. This starts when one does.";
  if (state === "queued") return "Waiting for a worker.";
  if (progress === null || progress.detail === "") return reads;
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
