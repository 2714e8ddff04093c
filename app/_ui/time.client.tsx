"use client";

import { formatClock, formatDay, formatInstant, formatUtc } from "#lib/time.ts";
import { useZone } from "./zone.client.tsx";

const SAY = { instant: formatInstant, day: formatDay, clock: formatClock } as const;

/** A time in the reader's zone; UTC to the second on hover. `at`: ISO 8601. */
export function Time({ at, as = "instant" }: { at: string; as?: keyof typeof SAY }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatUtc(date)}>
      {SAY[as](date, useZone())}
    </time>
  );
}
