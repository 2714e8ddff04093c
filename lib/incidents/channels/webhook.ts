import { createHmac } from "node:crypto";
import { WEBHOOK_HEADERS } from "#lib/contracts/webhook-document.ts";
import { outcomesWithout, type Outcomes } from "#lib/incidents/channels/outcomes.ts";
import { watchedFetch, type Heard } from "#lib/incidents/channels/watched-fetch.ts";
import { toWebhookDocument } from "#lib/incidents/channels/webhook-document.ts";
import type { SendMessage, SendOutcome } from "#lib/incidents/message.ts";

/** A way out to a program of the user's own: JSON, signed over its time and body. */
export function openWebhook({ url, secret }: { url: string; secret: string }): SendMessage {
  const outcomes = outcomesWithout([url, secret]);
  return async (request) => {
    const { fetch, heard } = watchedFetch(request.signal);
    const body = JSON.stringify(toWebhookDocument(request));
    const timestamp = String(Math.floor(request.now.getTime() / 1000));
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "user-agent": "Bergwatch",
          [WEBHOOK_HEADERS.timestamp]: timestamp,
          [WEBHOOK_HEADERS.signature]: sign(secret, timestamp, body),
          [WEBHOOK_HEADERS.delivery]: request.deliveryId,
        },
        body,
      });
      return readAnswer(response.status, await response.text(), { heard, outcomes });
    } catch (error) {
      // The status says that it was taken; only the words got lost.
      if (heard.status !== null && heard.status >= 200 && heard.status < 300) return outcomes.delivered(heard.status, "");
      return outcomes.failed(error, heard, request.signal);
    }
  };
}

/** `v1=` and the HMAC-SHA256 of `<timestamp>.<body>`, in hex. Pure. */
function sign(secret: string, timestamp: string, body: string): string {
  return `v1=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;
}

function readAnswer(status: number, text: string, { heard, outcomes }: { heard: Heard; outcomes: Outcomes }): SendOutcome {
  const answer = text.trim() === "" ? `Answered with ${status}.` : text;
  if (status >= 200 && status < 300) return outcomes.delivered(status, text);
  if (status === 429) return outcomes.limited(heard, answer);
  if (status >= 500 || status === 408 || status === 425) return outcomes.unreachable(status, answer);
  if (status >= 300 && status < 400)
    return outcomes.refused("channel", status, "It leads elsewhere, which is not followed: set the address that it means.");
  return outcomes.refused([400, 413, 415, 422].includes(status) ? "message" : "channel", status, answer);
}
