"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { askBisection, cancelKeyRequest, keyRequestQuery } from "#app/_queries/key-requests.ts";
import { replaceAnswer } from "#app/_queries/replace-answer.ts";
import { sayStanding, Waiting } from "#app/_ui/waiting.client.tsx";
import { isUnderWay, type BisectBody, type KeyRequestView } from "#lib/contracts/key-requests.ts";
import classes from "./since.module.css";

interface FindSinceProps {
  /** null: nothing is to be asked; what is under way is shown all the same. */
  ask: BisectBody | null;
  /** Under way, or failed, when the page was made. */
  request: KeyRequestView | null;
  label: string;
}

/** Has the workers read older snapshots until the commit is known; shows how far they are, and the page anew when they have ended. */
export function FindSince({ ask, request, label }: FindSinceProps) {
  const [asked, setAsked] = useState(request);
  const asking = useMutation({ mutationFn: askBisection, onSuccess: setAsked });
  return (
    <div className={classes["find"]} aria-live="polite">
      {asked !== null && <Asked key={asked.id} asked={asked} />}
      {ask !== null && (asked === null || !isUnderWay(asked)) && (
        <Button variant="default" size="compact-md" loading={asking.isPending} onClick={() => asking.mutate(ask)}>
          {label}
        </Button>
      )}
      {asking.error !== null && (
        <p className={classes["fault"]} role="alert">
          {asking.error.message}
        </p>
      )}
    </div>
  );
}

function Asked({ asked }: { asked: KeyRequestView }) {
  const router = useRouter();
  const client = useQueryClient();
  const { data: request } = useQuery(keyRequestQuery(asked));
  const cancel = useMutation({
    mutationFn: async () => await cancelKeyRequest(asked.id),
    onSuccess: async (ended) => await replaceAnswer(client, keyRequestQuery(asked).queryKey, ended),
  });
  const hasEnded = isUnderWay(asked) && !isUnderWay(request);
  useEffect(() => {
    if (hasEnded) router.refresh();
  }, [hasEnded, router]);
  if (isUnderWay(request)) {
    return (
      <Waiting
        says={sayStanding(request, "Older snapshots are being read.")}
        since={request.requestedAt}
        leave="You can leave this page. The result is kept."
        onCancel={() => cancel.mutate()}
        cancelling={cancel.isPending}
        fault={cancel.error?.message ?? null}
      />
    );
  }
  if (request.state === "failed")
    return (
      <p className={classes["fault"]}>
        <b>The search failed.</b> {request.error?.message}
      </p>
    );
  return <p className={classes["ended"]}>{request.state === "cancelled" ? "The search was cancelled." : "The search has ended."}</p>;
}
