"use client";

import { useState } from "react";
import { sendOpen } from "#app/_queries/notifications.ts";
import { ActionForm } from "#app/_ui/action-form.client.tsx";
import type { SendOpenAnswer } from "#lib/contracts/notifications.ts";
import { formatCount } from "#lib/units.ts";
import { FollowDelivery } from "./follow-delivery.client.tsx";
import classes from "./follow-delivery.module.css";

interface SendOpenProps {
  channel: string;
  count: number;
  /** They are of sample tables. */
  samples: boolean;
  main?: boolean;
}

/** Sends a channel the open incidents that it has not received, and shows what becomes of the messages. */
export function SendOpen({ channel, count, samples, main = false }: SendOpenProps) {
  const [sent, setSent] = useState<SendOpenAnswer | null>(null);
  const what = `${formatCount(count)} ${samples ? "sample" : "open"} ${count === 1 ? "incident" : "incidents"}`;
  return (
    <div className={classes["test"]}>
      {count > 0 && (
        <ActionForm
          label={`Send ${what}`}
          main={main}
          says={
            samples
              ? `Sends ${channel} the incidents of the sample tables. Each message starts with “Sample:”.`
              : `Sends ${channel} each open incident once; more than five become one message. Snoozed and silenced incidents are not sent.`
          }
          onSend={async (by) => setSent(await sendOpen({ channel, by, samples }))}
        />
      )}
      {sent !== null && sent.incidents === 0 && <p role="status">Nothing to send: the channel has every open incident.</p>}
      {sent?.deliveries.map((delivery) => (
        <FollowDelivery key={delivery.id} first={delivery} />
      ))}
    </div>
  );
}
