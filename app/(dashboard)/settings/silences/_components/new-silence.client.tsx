"use client";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { RequiredArea, RequiredInput } from "#app/_ui/required-input.client.tsx";
import { useState } from "react";
import { addSilence } from "#app/_queries/silences.ts";
import { NameField } from "#app/_ui/name-field.client.tsx";
import { useSigned } from "#app/_ui/use-signed.client.ts";
import { useZone } from "#app/_ui/zone.client.tsx";
import { INCIDENT_TEXT_MAX } from "#lib/contracts/incident-view.ts";
import type { SilenceKind } from "#lib/names.ts";
import { atHourOfDay, formatInstant, wallOf } from "#lib/time.ts";
import { PRESETS, spanOfPreset, type Preset } from "../_silences/presets.ts";
import type { AskedScope } from "../_silences/read-scope.ts";
import { KIND_SENTENCES } from "../_silences/say-silence.ts";
import { ScopeFields, toScope, type Scopes } from "./scope-fields.client.tsx";
import classes from "./new-silence.module.css";

interface NewSilenceProps {
  scopes: Scopes;
  /** What a link asks for; null: nothing yet. */
  scope: AskedScope | null;
  /** By the server's clock, ISO 8601. */
  now: string;
}

/** The form of a silence or a maintenance window. What was typed stays when it could not be stored. */
export function NewSilence({ scopes, scope: asked, now }: NewSilenceProps) {
  const { typed, change, zone, made, author, setAuthor, sending, submit } = useNewSilence({ scopes, asked, now });
  const { kind, scope, preset, why } = typed;
  return (
    <form onSubmit={submit} aria-label="New silence" className={classes["form"]}>
      <NativeSelect
        label="Type"
        description={KIND_SENTENCES[kind]}
        value={kind}
        onChange={(event) => change({ kind: event.currentTarget.value === "maintenance" ? "maintenance" : "silence" })}
        data={[
          { value: "silence", label: "Silence" },
          { value: "maintenance", label: "Maintenance window" },
        ]}
      />
      <ScopeFields scope={scope} scopes={scopes} onChange={(changed) => change({ scope: changed })} />
      <NativeSelect
        label="Duration"
        value={preset}
        onChange={(event) => change({ preset: PRESETS.find(({ value }) => value === event.currentTarget.value)?.value ?? "hour" })}
        data={[...PRESETS]}
      />
      {preset === "span" && <SpanFields typed={typed} zone={zone} onChange={change} />}
      <RequiredArea
        label="Reason"
        placeholder="November backfill, agreed with Payments"
        value={why}
        maxLength={INCIDENT_TEXT_MAX}
        missing="Enter the reason."
        autosize
        minRows={2}
        onChange={(event) => change({ why: event.currentTarget.value })}
      />
      <NameField author={author} setAuthor={setAuthor} />
      {sending.isError && (
        <p role="alert" className={classes["fault"]}>
          {sending.error.message}
        </p>
      )}
      <span>
        <Button type="submit" size="compact-md" loading={sending.isPending}>
          {kind === "silence" ? "Silence" : "Start maintenance"}
        </Button>
      </span>
      <p role="status" className={classes["made"]}>
        {made}
      </p>
    </form>
  );
}

interface Typed {
  kind: SilenceKind;
  scope: AskedScope;
  preset: Preset;
  /** Of a span of one's own, as the fields hold it. */
  from: string;
  until: string;
  why: string;
}

function useNewSilence({ scopes, asked, now }: { scopes: Scopes; asked: AskedScope | null; now: string }) {
  const zone = useZone();
  const [typed, setTyped] = useState<Typed>(() => ({
    kind: "silence",
    scope: asked ?? { kind: "table", name: "" },
    preset: "hour",
    from: "",
    until: wallOf(atHourOfDay(new Date(now), zone, 1, 9), zone),
    why: "",
  }));
  const [made, setMade] = useState("");
  const change = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }));
  const signed = useSigned(
    async (by) => {
      setMade("");
      const { kind, scope, preset, why } = typed;
      const span = spanOfPreset(preset, { now: new Date(), zone, typed });
      if (span === null) throw new Error("Enter the end time.");
      const { from, until } = span;
      const times = { from: from?.toISOString() ?? null, until: until.toISOString() };
      await addSilence({ kind, scope: toScope(scope, scopes), by, why, ...times });
      setMade(
        `Active ${from === null ? "" : `from ${formatInstant(from, zone, new Date())} `}until ${formatInstant(until, zone, new Date())}.`,
      );
    },
    () => change({ why: "" }),
  );
  return { typed, change, zone, made, ...signed };
}

interface SpanFieldsProps {
  typed: { from: string; until: string };
  zone: string;
  onChange: (part: { from?: string; until?: string }) => void;
}

function SpanFields({ typed, zone, onChange }: SpanFieldsProps) {
  return (
    <div className={classes["span"]}>
      <TextInput
        type="datetime-local"
        label="From"
        description="Leave empty to start now."
        value={typed.from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <RequiredInput
        type="datetime-local"
        label="Until"
        description={`Time zone: ${zone}`}
        value={typed.until}
        missing="Enter the end time."
        onChange={(event) => onChange({ until: event.currentTarget.value })}
      />
    </div>
  );
}
