"use client";

import { Button, NativeSelect, Switch, TextInput } from "@mantine/core";
import { LIMIT_CHARS_MAX, PREVIEW_DAYS } from "#lib/contracts/limits.ts";
import type { MetricUnit } from "#lib/names.ts";
import type { LimitRow } from "../_limits/list-limits.ts";
import classes from "./preview.module.css";

export interface Tried {
  /** As the configuration file writes them; empty: the check's own. */
  warn: string;
  alert: string;
  days: number;
  accepted: "in" | "out";
}

interface TriedFieldsProps {
  tried: Tried;
  row: LimitRow | undefined;
  /** Something was accepted of it in this time. */
  hasAccepted: boolean;
  fault: string | null;
  onChange: (tried: Tried) => void;
}

const EXAMPLES: Partial<Record<MetricUnit, string>> = { seconds: "such as 15m", bytes: "such as 50GiB", ratio: "such as 0.25" };

/** The numbers that are tried, and over how long. */
export function TriedFields({ tried, row, hasAccepted, fault, onChange }: TriedFieldsProps) {
  const own = row?.written ?? { warn: "", alert: "" };
  const isChanged = tried.warn !== own.warn || tried.alert !== own.alert;
  const example = EXAMPLES[row?.unit ?? "rows"] ?? "a number";
  return (
    <form aria-label="Limits to try" className={classes["fields"]} onSubmit={(event) => event.preventDefault()}>
      <TextInput
        label="Warn at"
        placeholder="the check’s own"
        value={tried.warn}
        maxLength={LIMIT_CHARS_MAX}
        autoComplete="off"
        error={fault !== null}
        aria-describedby="limit-hint"
        onChange={(event) => onChange({ ...tried, warn: event.currentTarget.value })}
      />
      <TextInput
        label="Alert at"
        placeholder="the check’s own"
        value={tried.alert}
        maxLength={LIMIT_CHARS_MAX}
        autoComplete="off"
        error={fault !== null}
        aria-describedby="limit-hint"
        onChange={(event) => onChange({ ...tried, alert: event.currentTarget.value })}
      />
      <NativeSelect
        label="Looking back"
        value={String(tried.days)}
        onChange={(event) => onChange({ ...tried, days: Number(event.currentTarget.value) })}
        data={PREVIEW_DAYS.map((days) => ({ value: String(days), label: `${days} days` }))}
      />
      {isChanged && (
        <Button variant="default" size="compact-md" onClick={() => onChange({ ...tried, ...own })}>
          Current limits
        </Button>
      )}
      {hasAccepted && (
        <Switch
          label="Count what is accepted"
          checked={tried.accepted === "in"}
          onChange={(event) => onChange({ ...tried, accepted: event.currentTarget.checked ? "in" : "out" })}
        />
      )}
      <p id="limit-hint" className={classes["hint"]}>
        Each {example}, or off; empty is the check’s own.
      </p>
      {fault !== null && (
        <p role="alert" className={classes["fault"]}>
          {fault}
        </p>
      )}
    </form>
  );
}
