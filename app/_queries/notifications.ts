import { queryOptions } from "@tanstack/react-query";
import { fetchJson, postJson } from "#app/_queries/fetch-json.ts";
import { DeliveryView, isOnItsWay, SendOpenAnswer, TrialAnswer, type SendOpenBody, type TrialBody } from "#lib/contracts/notifications.ts";

/** Asks for a test message to a channel. Rejects with RequestFault. */
export async function sendTest(body: { channel: string; by: string }): Promise<DeliveryView> {
  return await postJson(DeliveryView, "/api/notifications/tests", body);
}

/** Sends a test message to a channel that is not saved. Rejects with RequestFault. */
export async function tryChannel(body: TrialBody): Promise<TrialAnswer> {
  return await postJson(TrialAnswer, "/api/notifications/trials", body);
}

/** Sends a channel the open incidents that it has not received. Rejects with RequestFault. */
export async function sendOpen(body: SendOpenBody): Promise<SendOpenAnswer> {
  return await postJson(SendOpenAnswer, "/api/notifications/open-incidents", body);
}

/** Asks for a message once more that did not arrive. Rejects with RequestFault. */
export async function sendAgain({ deliveryId, by }: { deliveryId: string; by: string }): Promise<DeliveryView> {
  return await postJson(DeliveryView, `/api/notifications/deliveries/${encodeURIComponent(deliveryId)}/again`, { by });
}

/** How a message stands, asked again each second until it has ended; `first`: as it is known already. */
export function deliveryOf(first: DeliveryView) {
  return queryOptions({
    queryKey: ["delivery", first.id],
    queryFn: async ({ signal }) =>
      await fetchJson(DeliveryView, `/api/notifications/deliveries/${encodeURIComponent(first.id)}`, { signal }),
    initialData: first,
    refetchInterval: ({ state: { data } }) => (data === undefined || isOnItsWay(data) ? 1000 : false),
  });
}
