"use client";

import { endSilence } from "#app/_queries/silences.ts";
import { ActionForm } from "#app/_ui/action-form.client.tsx";

/** Ends a silence early, under a name. */
export function EndSilence({ silenceId, what }: { silenceId: string; what: string }) {
  return (
    <ActionForm
      label="End"
      title={`End the silence of ${what}`}
      says="New incidents are sent again."
      onSend={async (by) => await endSilence({ silenceId, by })}
    />
  );
}
