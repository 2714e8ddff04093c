import { queryOptions } from "@tanstack/react-query";
import { fetchJson, postJson } from "#app/_queries/fetch-json.ts";
import { DeliveryView, isOnItsWay } from "#lib/contracts/notifications.ts";

/** Asks for a test message to a channel. Rejects with RequestFault. */
export async function sendTest(body: { channel: string; by: string }): Promise<DeliveryView> {
  return await postJson(DeliveryView, "/api/notifications/tests", body);
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
