"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { formatClock } from "#lib/time.ts";
import classes from "./refresh.module.css";
import { useZone } from "./zone.client.tsx";

const ANSWER_MS_MAX = 8000;

/**
 * Reads the page's numbers again every so often, in place, while somebody can see it. While Bergwatch or Postgres does not answer, what was
 * read last stays, and a line says so and how old it is; not where nothing was read, `silent`, and the page itself says why.
 */
export function Refresh({ everySeconds, silent = false }: { everySeconds: number; silent?: boolean }) {
  const router = useRouter();
  const zone = useZone();
  const [fault, setFault] = useState<string | null>(null);
  const [readAt, setReadAt] = useState<Date | null>(null);
  useEffect(() => {
    setReadAt(new Date());
    let ended = false;
    const refresh = async () => {
      if (document.visibilityState !== "visible") return;
      const said = await askFault();
      if (ended) return;
      setFault(said);
      if (said !== null) return;
      setReadAt(new Date());
      router.refresh();
    };
    const timer = setInterval(() => void refresh(), everySeconds * 1000);
    return () => {
      ended = true;
      clearInterval(timer);
    };
  }, [router, everySeconds]);
  if (fault === null || silent) return null;
  return (
    <p className={classes["bar"]} role="status">
      <b>{fault}</b>
      {readAt !== null && <> Last read at {formatClock(readAt, zone)}. This page retries automatically.</>}
    </p>
  );
}

/** Why the page cannot be read again now; null: it can. */
async function askFault(): Promise<string | null> {
  try {
    const response = await fetch("/readyz", { signal: AbortSignal.timeout(ANSWER_MS_MAX), cache: "no-store" });
    // Only now: the page itself does without.
    const { Readiness } = await import("#lib/contracts/readiness.ts");
    const parsed = Readiness.safeParse(await response.json());
    return parsed.success && !parsed.data.parts.postgres.ok ? parsed.data.parts.postgres.message : null;
  } catch {
    return "Bergwatch does not answer.";
  }
}
