"use client";

import { MultiSelect, TextInput } from "@mantine/core";
import { useZone } from "#app/_ui/zone.client.tsx";
import { SEVERITIES } from "#lib/names.ts";
import classes from "../../../_entries/form.module.css";
import type { QuietFields } from "../_notifications/channel-fields.ts";
import { SEVERITY_MANY } from "../_notifications/setting-words.ts";

const DAYS = [
  { value: "mon", label: "Monday" },
  { value: "tue", label: "Tuesday" },
  { value: "wed", label: "Wednesday" },
  { value: "thu", label: "Thursday" },
  { value: "fri", label: "Friday" },
  { value: "sat", label: "Saturday" },
  { value: "sun", label: "Sunday" },
];

interface ChannelQuietProps {
  quiet: QuietFields;
  onChange: (quiet: QuietFields) => void;
  faultOf: (path: string) => string | undefined;
}

/** The hours in which a channel's messages wait. */
export function ChannelQuiet({ quiet, onChange, faultOf }: ChannelQuietProps) {
  const zone = useZone();
  const change = (part: Partial<QuietFields>) => onChange({ ...quiet, ...part });
  // Whoever begins to fill them in means their own clock.
  const changeTime = (part: Partial<QuietFields>) =>
    change({ ...(quiet.from === "" && quiet.to === "" && quiet.timeZone === "" && { timeZone: zone }), ...part });
  const hasHours = quiet.from !== "" || quiet.to !== "";
  return (
    <fieldset className={classes["group"]}>
      <legend>Quiet hours</legend>
      <p className={classes["says"]}>Messages wait until the quiet hours end. Leave both times empty to send at any hour.</p>
      <div className={classes["pair"]}>
        <TextInput
          type="time"
          label="Quiet from"
          value={quiet.from}
          error={faultOf("quiet_hours.from")}
          onChange={({ currentTarget }) => changeTime({ from: currentTarget.value })}
        />
        <TextInput
          type="time"
          label="Quiet until"
          value={quiet.to}
          error={faultOf("quiet_hours.to")}
          onChange={({ currentTarget }) => changeTime({ to: currentTarget.value })}
        />
      </div>
      {hasHours && (
        <>
          <MultiSelect
            label="On days"
            placeholder={quiet.days.length === 0 ? "Every day" : ""}
            value={quiet.days}
            data={DAYS}
            error={faultOf("quiet_hours.days")}
            clearable
            onChange={(days) => change({ days })}
          />
          <TextInput
            label="Time zone"
            placeholder="UTC"
            value={quiet.timeZone}
            error={faultOf("quiet_hours.time_zone")}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => change({ timeZone: currentTarget.value })}
          />
          <MultiSelect
            label="Send anyway"
            placeholder={quiet.but.length === 0 ? "Nothing" : ""}
            value={quiet.but}
            data={SEVERITIES.map((severity) => ({ value: severity, label: SEVERITY_MANY[severity] }))}
            error={faultOf("quiet_hours.but")}
            clearable
            onChange={(but) => change({ but })}
          />
        </>
      )}
    </fieldset>
  );
}
