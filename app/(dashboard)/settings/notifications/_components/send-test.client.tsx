"use client";

import { useState } from "react";
import { sendTest } from "#app/_queries/notifications.ts";
import { ActionForm } from "#app/_ui/action-form.client.tsx";
import type { DeliveryView } from "#lib/contracts/notifications.ts";
import { FollowDelivery } from "./follow-delivery.client.tsx";
import classes from "./follow-delivery.module.css";

/** Sends a channel a test, and says what came of it while the page stands. */
export function SendTest({ channel }: { channel: string }) {
  const [sent, setSent] = useState<DeliveryView | null>(null);
  return (
    <div className={classes["test"]}>
      <ActionForm
        label="Send a test"
        says={`Sends ${channel} a message that says nothing but that it arrives, at once and whatever the quiet hours.`}
        onSend={async (by) => setSent(await sendTest({ channel, by }))}
      />
      {sent !== null && <FollowDelivery key={sent.id} first={sent} />}
    </div>
  );
}
