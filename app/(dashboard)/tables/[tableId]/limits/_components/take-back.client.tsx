"use client";

import { takeBackLevel } from "#app/_queries/limits.ts";
import { ActionForm } from "#app/_ui/action-form.client.tsx";

/** Takes an accepted level back, under a name. */
export function TakeBack({ tableId, levelId, what }: { tableId: string; levelId: string; what: string }) {
  return (
    <ActionForm
      label="Revoke"
      title={`Revoke: ${what}`}
      says="The next run ignores this level and may open an incident."
      onSend={async (by) => await takeBackLevel({ tableId, levelId, by })}
    />
  );
}
