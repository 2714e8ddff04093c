"use client";

import { useState } from "react";
import { sendTest } from "#app/_queries/notifications.ts";
import { ActionForm } from "#app/_ui/action-form.client.tsx";
import type { DeliveryView } from "#lib/contracts/notifications.ts";
import { FollowDelivery } from "./follow-delivery.client.tsx";
import classes from "./follow-delivery.module.css";

/** Sends a channel a test, and shows the result. */
export function SendTest({ channel }: { channel: string }) {
  const [sent, setSent] = useState<DeliveryView | null>(null);
  return (
    <div className={classes["test"]}>
      <ActionForm
        label="Send a test"
        says={`Sends a test message to ${channel} now, ignoring quiet hours.`}
        onSend={async (by) => setSent(await sendTest({ channel, by }))}
      />
      {sent !== null && <FollowDelivery key={sent.id} first={sent} />}
    </div>
  );
}
