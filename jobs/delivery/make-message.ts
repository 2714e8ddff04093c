import { isOver } from "#lib/contracts/incident-state.ts";
import type { Db } from "#db/client.ts";
import type { DeliveryRow } from "#db/queries/deliveries.ts";
import { listToldEvents, listToldIncidents } from "#db/queries/told-incidents.ts";
import type { DeliveryDeps } from "#jobs/delivery/delivery-deps.ts";
import type { Message, ToldEvent, ToldIncident } from "#lib/incidents/message.ts";

/** A list of incidents shows no keys. */
type Told = Extract<Message, { kind: "several" }>["told"][number];

/**
 * What a delivery says now: incidents as they stand at this moment, with the entries that it tells. null: there is nothing left to tell, for
 * the timelines that it is about are not kept any more.
 */
export async function makeMessage(
  { db, readReview, timeZone, now }: Pick<DeliveryDeps, "readReview"> & { db: Db; timeZone: string; now: Date },
  { kind, channel, eventIds, detail }: Pick<DeliveryRow, "kind" | "channel" | "eventIds" | "detail">,
): Promise<Message | null> {
  if (kind === "test") return { kind, channel, by: detail.by ?? "somebody" };
  if (kind === "digest") {
    const review = detail.week === undefined ? null : await readReview(detail.week, timeZone);
    return review && { kind, review };
  }
  const events = Map.groupBy(await listToldEvents(db, eventIds), ({ incidentId }) => incidentId);
  const incidents = await listToldIncidents(db, [...events.keys()], { examples: events.size === 1, now });
  const told = [...incidents.values()].map((incident): Told => ({ incident, events: (events.get(incident.id) ?? []).map(toEvent) }));
  const [first, second] = told;
  if (first === undefined) return null;
  if (second === undefined) return { kind: "incident", ...first };
  return { kind: "several", told: told.toSorted((a, b) => worse(a.incident, b.incident)), shared: detail.shared ?? null };
}

function toEvent({ id, kind, at, by, detail }: ToldEvent): ToldEvent {
  return { id, kind, at, by, detail };
}

/** Unresolved before resolved, alerts before warnings, many keys before few, then the first to open. */
function worse(a: ToldIncident, b: ToldIncident): number {
  return (
    Number(isOver(a.state)) - Number(isOver(b.state)) ||
    Number(b.severity === "alert") - Number(a.severity === "alert") ||
    (b.seen.keys ?? 0) - (a.seen.keys ?? 0) ||
    a.lastOpenedAt.getTime() - b.lastOpenedAt.getTime() ||
    a.number - b.number
  );
}
