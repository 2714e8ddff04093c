"use client";

import { setSampleTables } from "#app/_queries/sample-tables.ts";
import { ActionForm } from "#app/_ui/action-form.client.tsx";

/** Takes the sample tables away, after a sentence that says what goes with them. */
export function DismissSamples() {
  return (
    <ActionForm
      label="Dismiss samples"
      says="The sample tables go, with their incidents, decisions and silences. You can show them again in Settings → Tables."
      onSend={async (by) => await setSampleTables({ shown: false, by })}
    />
  );
}

/** Brings the sample tables back, with what was stored of them. */
export function ShowSamples() {
  return (
    <ActionForm
      label="Show sample tables"
      says="The sample tables appear beside your own within a few seconds. They send no notifications."
      onSend={async (by) => await setSampleTables({ shown: true, by })}
    />
  );
}
