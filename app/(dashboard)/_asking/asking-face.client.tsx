"use client";

import { Button } from "@mantine/core";
import { RequestFault } from "#app/_queries/fetch-json.ts";
import { sayStanding, Waiting } from "#app/_ui/waiting.client.tsx";
import classes from "./asking.module.css";
import type { Asking } from "./use-asking.client.ts";

interface AskingFaceProps {
  asking: Asking;
  /** Said while it is answered and nothing nearer is known, as a sentence. */
  says: string;
  /** What did not come about, as the beginning of a sentence: `The catalog could not be asked`. */
  failed: string;
  onAgain: () => void;
}

/** A question while it has no answer: waiting, cancelled, failed, or forgotten; nothing once it has one. */
export function AskingFace({ asking, says, failed, onAgain }: AskingFaceProps) {
  const { request, isWaiting, fault } = asking;
  if (isWaiting) {
    return (
      <Waiting
        says={request === null ? "Asking…" : sayStanding(request, says)}
        since={request?.requestedAt ?? new Date().toISOString()}
        leave="You can leave this page. The result is kept for an hour."
        onCancel={asking.cancel}
        cancelling={asking.isCancelling}
        fault={asking.cancelFault}
      />
    );
  }
  const why = whyNone(asking);
  if (why === null) return null;
  return (
    <div className={classes["ended"]} role="alert">
      <p>
        <b>{request?.state === "cancelled" && fault === null ? "It was cancelled." : `${failed}.`}</b> {why}
      </p>
      <Button variant="default" size="compact-md" onClick={onAgain}>
        Ask again
      </Button>
    </div>
  );
}

/** Why there is no answer; null: there is one, or nothing was asked. */
function whyNone({ request, fault }: Asking): string | null {
  if (fault instanceof RequestFault && fault.code === "unknown_request") return "The result was kept for an hour and has expired.";
  if (fault !== null) return fault.message;
  if (request?.state === "cancelled") return "";
  return request?.state === "failed" ? (request.error?.message ?? "No reason was kept.") : null;
}
