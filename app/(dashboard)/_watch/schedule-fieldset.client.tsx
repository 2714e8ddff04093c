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
  { value: "snapshot", label: "For each new snapshot" },
  { value: "every", label: "In each span of time" },
  { value: "cron", label: "By the clock" },
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
      <legend>When it is looked at</legend>
      <NativeSelect
        label="Schedule"
        description={schedule.by === "" ? "Else for each new snapshot, which is looked for every minute." : undefined}
        value={schedule.by}
        data={MODES}
        error={schedule.by === "" ? faultOf("schedule") : undefined}
        onChange={({ currentTarget }) => change({ by: MODES.find(({ value }) => value === currentTarget.value)?.value ?? "" })}
      />
      <div className={form["pair"]}>
        {schedule.by === "snapshot" && (
          <>
            {text("poll", "Looked for every", "1m", "poll")}
            {text("atLeastEvery", "And observed at least every", "1h", "at_least_every")}
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
