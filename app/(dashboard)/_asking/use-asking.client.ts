"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { askCatalog, cancelCatalogRequest, catalogRequestQuery } from "#app/_queries/catalog-requests.ts";
import { replaceAnswer } from "#app/_queries/replace-answer.ts";
import type { CatalogFinding, CatalogRequestBody, CatalogRequestView } from "#lib/contracts/catalog-requests.ts";
import { isUnderWay } from "#lib/contracts/key-requests.ts";

export interface Asking {
  /** null: nothing was asked yet. */
  request: CatalogRequestView | null;
  /** Between the question and its end. */
  isWaiting: boolean;
  /** Why nothing could be asked, or what was asked is not known any more; null: neither. */
  fault: Error | null;
  ask: (body: CatalogRequestBody) => void;
  cancel: () => void;
  isCancelling: boolean;
  cancelFault: string | null;
}

/** A question to the workers, from when it is asked to its end. `first`: the question as it is known already; `onAsked`: told of each new one. */
export function useAsking(first: CatalogRequestView | null = null, onAsked: (request: CatalogRequestView) => void = () => {}): Asking {
  const client = useQueryClient();
  const [asked, setAsked] = useState(first);
  const sending = useMutation({
    mutationFn: askCatalog,
    onSuccess: (request) => {
      setAsked(request);
      onAsked(request);
    },
  });
  const { data, error } = useQuery(catalogRequestQuery(asked));
  const cancelling = useMutation({
    mutationFn: async () => (asked === null ? null : await cancelCatalogRequest(asked.id)),
    onSuccess: async (ended) => {
      if (ended !== null) await replaceAnswer(client, catalogRequestQuery(ended).queryKey, ended);
    },
  });
  const request = asked === null ? null : (data ?? asked);
  const fault = sending.error ?? (asked === null ? null : error);
  return {
    request,
    isWaiting: sending.isPending || (request !== null && fault === null && isUnderWay(request)),
    fault,
    ask: (body) => sending.mutate(body),
    cancel: () => cancelling.mutate(),
    isCancelling: cancelling.isPending,
    cancelFault: cancelling.error?.message ?? null,
  };
}

/** Asks by itself once the page is there, where nothing is known yet. */
export function useAskAtOnce({ request, ask }: Asking, body: CatalogRequestBody, isWanted = true): void {
  const isAsked = useRef(request !== null);
  useEffect(() => {
    if (isAsked.current || !isWanted) return;
    isAsked.current = true;
    ask(body);
  });
}

type FindingOf<Kind> = Extract<CatalogFinding, { kind: Kind }>;

/** What a request of that kind found; null: nothing yet. */
export function findingOf<Kind extends CatalogFinding["kind"]>(request: CatalogRequestView | null, kind: Kind): FindingOf<Kind> | null {
  const finding = request?.finding ?? null;
  return finding?.kind === kind ? (finding as FindingOf<Kind>) : null;
}
