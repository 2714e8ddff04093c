"use client";

import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { changeIncident } from "#app/_queries/incidents.ts";
import { ActionForm } from "#app/_ui/action-form.client.tsx";
import { useZone } from "#app/_ui/zone.client.tsx";
import { atHourOfDay, isoDay } from "#lib/time.ts";
import { dayAtNine } from "../_incident/snooze.ts";
import { DayField } from "./day-field.client.tsx";

const HOUR_MS = 3_600_000;

/** Tells nobody for an hour, until tomorrow at nine by the reader's clock, or until a day. */
export function SnoozeAction({ incidentId, now }: { incidentId: string; now: string }) {
  const zone = useZone();
  const [choice, setChoice] = useState("hour");
  const [day, setDay] = useState(() => isoDay(atHourOfDay(new Date(now), zone, 7, 9), zone));
  const until = (): Date => {
    // From the moment of sending: the page may have been open for long.
    if (choice === "hour") return new Date(Date.now() + HOUR_MS);
    return choice === "tomorrow" ? atHourOfDay(new Date(), zone, 1, 9) : dayAtNine(day, zone);
  };
  return (
    <ActionForm
      label="Snooze"
      says="No notifications until then. Checks continue."
      onSend={async (by) => await changeIncident("snooze", { incidentId, by, until: until().toISOString() })}
    >
      <NativeSelect
        label="Until"
        value={choice}
        onChange={(event) => setChoice(event.currentTarget.value)}
        data={[
          { value: "hour", label: "In 1 h" },
          { value: "tomorrow", label: "Tomorrow, 9:00" },
          { value: "day", label: "A day, 9:00" },
        ]}
        data-autofocus
      />
      {choice === "day" && <DayField label="Day" value={day} now={now} onChange={setDay} />}
    </ActionForm>
  );
}
