"use client";

import { formatClock, formatDay, formatInstant, formatUtc } from "#lib/time.ts";
import { useNow, useZone } from "./zone.client.tsx";

const SAY = { instant: formatInstant, day: formatDay, clock: formatClock } as const;

/** A time in the reader's zone, with its year if that is not the current one; UTC to the second on hover. `at`: ISO 8601. */
export function Time({ at, as = "instant" }: { at: string; as?: keyof typeof SAY }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatUtc(date)}>
      {SAY[as](date, useZone(), useNow())}
    </time>
  );
}
