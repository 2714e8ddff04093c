"use client";

import { sendAgain } from "#app/_queries/notifications.ts";
import { ActionForm } from "#app/_ui/action-form.client.tsx";

/** Sends a message once more; it shows the state at that time. */
export function SendAgain({ deliveryId, channel, state }: { deliveryId: string; channel: string; state: string }) {
  return (
    <ActionForm
      label="Send again"
      main
      says={`Sends it to ${channel} once more; it shows the state at that time.${state === "unsure" ? " It may have arrived already; then it appears twice." : ""}`}
      onSend={async (by) => await sendAgain({ deliveryId, by })}
    />
  );
}
