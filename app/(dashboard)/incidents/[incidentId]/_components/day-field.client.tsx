"use client";

import { useZone } from "#app/_ui/zone.client.tsx";
import { RequiredInput } from "#app/_ui/required-input.client.tsx";
import { atHourOfDay, isoDay } from "#lib/time.ts";
import classes from "./day-field.module.css";

/** A day after today, by the reader's calendar. */
export function DayField({ label, value, now, onChange }: { label: string; value: string; now: string; onChange: (day: string) => void }) {
  const zone = useZone();
  return (
    <RequiredInput
      type="date"
      label={label}
      description={`By the clock of ${zone}.`}
      value={value}
      min={isoDay(atHourOfDay(new Date(now), zone, 1, 9), zone)}
      missing="Choose a day."
      className={classes["day"]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
