"use client";

import { saveEntries } from "#app/_queries/settings-entries.ts";
import { ActionForm } from "#app/_ui/action-form.client.tsx";
import type { LimitPreview } from "#lib/contracts/limits.ts";
import { withLimitsOf } from "../_limits/with-limits.ts";
import type { LimitsPage } from "../_limits/read-limits.ts";
import classes from "./preview.module.css";

interface SaveLimitsProps {
  preview: LimitPreview;
  entry: NonNullable<LimitsPage["entry"]>;
}

/** Saves the limits that are tried into the settings of a table that was entered here. */
export function SaveLimits({ preview: { metric, label, written }, entry }: SaveLimitsProps) {
  if (entry.refused !== null) return <p className={classes["hint"]}>{entry.refused}</p>;
  const save = async (by: string) => {
    const changed = { kind: "table", written: withLimitsOf(entry.written, metric, written), version: entry.version } as const;
    const answer = await saveEntries({ entries: [changed], by });
    if (!answer.saved) throw new Error(answer.faults.map(({ message }) => message).join(" "));
  };
  return (
    <ActionForm
      main
      label="Save these limits"
      says={`${label}: the limits above replace the current ones, and the newest numbers are judged again.`}
      onSend={save}
    />
  );
}
