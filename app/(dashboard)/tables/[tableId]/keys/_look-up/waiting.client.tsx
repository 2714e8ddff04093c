"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { cancelKeyRequest, keyRequestQuery } from "#app/_queries/key-requests.ts";
import { replaceAnswer } from "#app/_queries/replace-answer.ts";
import { sayStanding, Waiting as WaitingNote } from "#app/_ui/waiting.client.tsx";
import type { KeyRequestView } from "#lib/contracts/key-requests.ts";

/** Where a request is while somebody waits for it, and the way to end it. */
export function Waiting({ request, leave }: { request: KeyRequestView; leave: string }) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: async () => await cancelKeyRequest(request.id),
    onSuccess: async (ended) => await replaceAnswer(client, keyRequestQuery(request).queryKey, ended),
  });
  return (
    <WaitingNote
      says={sayState(request)}
      since={request.requestedAt}
      leave={leave}
      onCancel={() => cancel.mutate()}
      cancelling={cancel.isPending}
      fault={cancel.error?.message ?? null}
    />
  );
}

/** What a request does now, as a sentence. */
export function sayState(request: KeyRequestView): string {
  return sayStanding(request, "The table is being read.");
}
