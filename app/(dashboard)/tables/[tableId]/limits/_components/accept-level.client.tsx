"use client";

import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { acceptLevel } from "#app/_queries/limits.ts";
import { ActionForm } from "#app/_ui/action-form.client.tsx";
import { useZone } from "#app/_ui/zone.client.tsx";
import { RequiredArea, RequiredInput } from "#app/_ui/required-input.client.tsx";
import { INCIDENT_TEXT_MAX } from "#lib/contracts/incident-view.ts";
import type { MetricName } from "#lib/metrics.ts";
import { atHourOfDay, instantOf, isoDay } from "#lib/time.ts";
import classes from "./preview.module.css";

interface AcceptLevelProps {
  tableId: string;
  tableKeyId: string;
  /** Where the table has several. */
  keyName: string | null;
  /** The metric that is looked at. */
  chosen: MetricName;
  choices: readonly { metric: MetricName; label: string; unit: string; last: number | null }[];
  /** By the server's clock, ISO 8601. */
  now: string;
}

/** Accepts a level of a metric for a while, under a name; the last number is suggested. */
export function AcceptLevel({ tableId, tableKeyId, keyName, chosen, choices, now }: AcceptLevelProps) {
  const zone = useZone();
  const [metric, setMetric] = useState<MetricName>((choices.find((one) => one.metric === chosen) ?? choices[0])?.metric ?? chosen);
  const [typed, setTyped] = useState<string | null>(null);
  const [why, setWhy] = useState("");
  const [day, setDay] = useState(() => isoDay(atHourOfDay(new Date(now), zone, 30, 9), zone));
  const choice = choices.find((one) => one.metric === metric);
  const level = typed ?? (choice?.last == null ? "" : String(choice.last));
  return (
    <ActionForm
      label="Accept a level"
      says={`Until then, only higher values are a problem${keyName === null ? "" : `, for the key ${keyName}`}.`}
      onSend={async (by) => {
        const until = instantOf(`${day}T09:00`, zone);
        if (until === null) throw new Error("Select the last day.");
        if (!/^\d+(?:\.\d+)?$/.test(level.trim())) throw new Error("The level is a number such as 5 or 0.25.");
        await acceptLevel({ tableId, tableKeyId, metric, level: Number(level), by, why, until: until.toISOString() });
      }}
    >
      <NativeSelect
        label="Metric"
        value={metric}
        data={choices.map((one) => ({ value: one.metric, label: one.label }))}
        onChange={(event) => {
          setMetric(choices.find((one) => one.metric === event.currentTarget.value)?.metric ?? metric);
          setTyped(null);
        }}
        data-autofocus
      />
      <RequiredInput
        label={`Level (${choice?.unit ?? ""})`}
        description={choice?.last == null ? "Its last value is unknown." : "Its last number, unless you write another."}
        inputMode="decimal"
        value={level}
        missing="Enter the level."
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <RequiredArea
        label="Reason"
        value={why}
        maxLength={INCIDENT_TEXT_MAX}
        missing="Enter the reason."
        autosize
        minRows={2}
        onChange={(event) => setWhy(event.currentTarget.value)}
      />
      <RequiredInput
        type="date"
        label="Accept until 9:00 on"
        description={`By the clock of ${zone}.`}
        value={day}
        min={isoDay(atHourOfDay(new Date(now), zone, 1, 9), zone)}
        missing="Choose a day."
        className={classes["date"] ?? ""}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
    </ActionForm>
  );
}
