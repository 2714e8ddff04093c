"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import form from "../_entries/form.module.css";
import type { ScheduleFields } from "../_entries/table-fields.ts";

interface ScheduleFieldsetProps {
  schedule: ScheduleFields;
  onChange: (schedule: ScheduleFields) => void;
  faultOf: (...paths: string[]) => string | undefined;
}

const MODES: { value: ScheduleFields["by"]; label: string }[] = [
  { value: "", label: "As the defaults say" },
  { value: "snapshot", label: "On each new snapshot" },
  { value: "every", label: "At a fixed interval" },
  { value: "cron", label: "On a cron schedule" },
];

/** When the table is observed. */
export function ScheduleFieldset({ schedule, onChange, faultOf }: ScheduleFieldsetProps) {
  const change = (part: Partial<ScheduleFields>) => onChange({ ...schedule, ...part });
  const text = (field: Exclude<keyof ScheduleFields, "by">, label: string, placeholder: string, path: string, description?: string) => (
    <TextInput
      label={label}
      placeholder={placeholder}
      {...(description !== undefined && { description })}
      value={schedule[field]}
      error={faultOf(`schedule.${path}`)}
      autoComplete="off"
      onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
    />
  );
  return (
    <fieldset className={form["group"]}>
      <legend>Schedule</legend>
      <NativeSelect
        label="Check the table"
        description={schedule.by === "" ? "Without defaults: on each new snapshot, polled every minute." : undefined}
        value={schedule.by}
        data={MODES}
        error={schedule.by === "" ? faultOf("schedule") : undefined}
        onChange={({ currentTarget }) => change({ by: MODES.find(({ value }) => value === currentTarget.value)?.value ?? "" })}
      />
      <div className={form["pair"]}>
        {schedule.by === "snapshot" && (
          <>
            {text("poll", "Poll every", "1m", "poll")}
            {text("atLeastEvery", "Check at least every", "1h", "at_least_every")}
          </>
        )}
        {schedule.by === "every" && text("every", "Every", "15m", "every", "Such as 15m or 2h.")}
        {schedule.by === "cron" && (
          <>
            {text("cron", "Minute, hour, day, month, weekday", "0 7 * * MON-FRI", "cron")}
            {text("timeZone", "Time zone", "UTC", "time_zone")}
          </>
        )}
      </div>
    </fieldset>
  );
}
