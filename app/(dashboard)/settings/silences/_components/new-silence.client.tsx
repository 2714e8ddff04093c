"use client";

import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { addSilence } from "#app/_queries/silences.ts";
import { useSigned } from "#app/_ui/use-signed.client.ts";
import { useZone } from "#app/_ui/zone.client.tsx";
import { INCIDENT_TEXT_MAX, PERSON_CHARS_MAX } from "#lib/contracts/incident-view.ts";
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
  const zone = useZone();
  const [kind, setKind] = useState<SilenceKind>("silence");
  const [scope, setScope] = useState<AskedScope>(asked ?? { kind: "table", name: "" });
  const [preset, setPreset] = useState<Preset>("hour");
  const [typed, setTyped] = useState(() => ({ from: "", until: wallOf(atHourOfDay(new Date(now), zone, 1, 9), zone) }));
  const [why, setWhy] = useState("");
  const [made, setMade] = useState("");
  const { author, setAuthor, sending, submit } = useSigned(
    async (by) => {
      setMade("");
      const span = spanOfPreset(preset, { now: new Date(), zone, typed });
      if (span === null) throw new Error("Say until when.");
      const { from, until } = span;
      const stored = { kind, scope: toScope(scope, scopes), by, why, from: from?.toISOString() ?? null, until: until.toISOString() };
      await addSilence(stored);
      setMade(`It holds ${from === null ? "" : `from ${formatInstant(from, zone)} `}until ${formatInstant(until, zone)}.`);
    },
    () => setWhy(""),
  );
  return (
    <form onSubmit={submit} aria-label="New silence" className={classes["form"]}>
      <NativeSelect
        label="What"
        description={KIND_SENTENCES[kind]}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value === "maintenance" ? "maintenance" : "silence")}
        data={[
          { value: "silence", label: "Silence" },
          { value: "maintenance", label: "Maintenance window" },
        ]}
      />
      <ScopeFields scope={scope} scopes={scopes} onChange={setScope} />
      <NativeSelect
        label="How long"
        value={preset}
        onChange={(event) => setPreset(PRESETS.find(({ value }) => value === event.currentTarget.value)?.value ?? "hour")}
        data={[...PRESETS]}
      />
      {preset === "span" && <SpanFields typed={typed} zone={zone} onChange={setTyped} />}
      <Textarea
        label="Why"
        placeholder="Backfill of November, agreed with Payments"
        value={why}
        maxLength={INCIDENT_TEXT_MAX}
        required
        withAsterisk={false}
        autosize
        minRows={2}
        onChange={(event) => setWhy(event.currentTarget.value)}
      />
      <TextInput
        label="Your name"
        value={author}
        maxLength={PERSON_CHARS_MAX}
        required
        withAsterisk={false}
        onChange={(event) => setAuthor(event.currentTarget.value)}
      />
      {sending.isError && (
        <p role="alert" className={classes["fault"]}>
          {sending.error.message}
        </p>
      )}
      <span>
        <Button type="submit" size="compact-md" loading={sending.isPending}>
          {kind === "silence" ? "Silence" : "Open the window"}
        </Button>
      </span>
      <p role="status" className={classes["made"]}>
        {made}
      </p>
    </form>
  );
}

interface SpanFieldsProps {
  typed: { from: string; until: string };
  zone: string;
  onChange: (typed: { from: string; until: string }) => void;
}

function SpanFields({ typed, zone, onChange }: SpanFieldsProps) {
  return (
    <div className={classes["span"]}>
      <TextInput
        type="datetime-local"
        label="From"
        description="Empty: from now on."
        value={typed.from}
        onChange={(event) => onChange({ ...typed, from: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label="Until"
        description={`By the clock of ${zone}.`}
        value={typed.until}
        required
        withAsterisk={false}
        onChange={(event) => onChange({ ...typed, until: event.currentTarget.value })}
      />
    </div>
  );
}
