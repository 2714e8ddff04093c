import type { DeliveryCursor } from "#db/queries/deliveries.ts";
import { deliveriesLink } from "#lib/contracts/links.ts";
import { DELIVERY_STATES, MESSAGE_KINDS, type DeliveryState, type MessageKind } from "#lib/names.ts";

const TEXT_MAX = 255;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Which messages are asked for; null: whatever it is. */
export interface DeliverySearch {
  channel: string | null;
  state: DeliveryState | null;
  kind: MessageKind | null;
  /** An incident's id. */
  incident: string | null;
}

export const EVERY_DELIVERY: DeliverySearch = { channel: null, state: null, kind: null, incident: null };

type Params = Record<string, string | string[] | undefined>;

/** What the address asks for; what nobody knows is taken for not said. Pure. */
export function readDeliverySearch(params: Params): DeliverySearch {
  const text = (name: string): string | null => {
    const value = params[name];
    const said = typeof value === "string" ? value.slice(0, TEXT_MAX) : "";
    return said === "" || said.includes("\0") ? null : said;
  };
  const incident = text("incident");
  return {
    channel: text("channel"),
    state: DELIVERY_STATES.find((one) => one === text("state")) ?? null,
    kind: MESSAGE_KINDS.find((one) => one === text("kind")) ?? null,
    incident: incident !== null && UUID.test(incident) ? incident : null,
  };
}

/** Behind which message the page begins, `<ISO 8601>_<id>`; undefined: with the newest. Pure. */
export function readAfter(params: Params): DeliveryCursor | undefined {
  const value = params["after"];
  const { at = "", id = "" } = /^(?<at>[\dT:.Z-]{20,27})_(?<id>\d{1,15})$/.exec(typeof value === "string" ? value : "")?.groups ?? {};
  const createdAt = new Date(at);
  return Number.isNaN(createdAt.getTime()) ? undefined : { createdAt, id: Number(id) };
}

/** The address of messages as asked for, with a change; `after`: the page behind this one. Pure. */
export function deliverySearchLink(search: DeliverySearch, change: Partial<DeliverySearch> = {}, after?: DeliveryCursor): string {
  const asked = Object.entries({ ...search, ...change }).filter((one): one is [string, string] => one[1] !== null);
  const cursor = after && { after: `${after.createdAt.toISOString()}_${after.id}` };
  return deliveriesLink({ ...(Object.fromEntries(asked) as Record<string, string>), ...cursor });
}

export function isFiltered(search: DeliverySearch): boolean {
  return Object.values(search).some((one) => one !== null);
}
