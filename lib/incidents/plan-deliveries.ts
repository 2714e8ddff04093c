import type { NotificationSettings } from "#lib/contracts/notification-settings.ts";
import { locationRoot } from "#lib/incidents/location-root.ts";
import { tellableFrom } from "#lib/incidents/quiet-hours.ts";
import { channelsForEvent, type RoutedIncident } from "#lib/incidents/route-incident.ts";
import type { IncidentCheck, IncidentEventKind } from "#lib/names.ts";

/** More incidents than these, for one channel at one time, are told in one message: a list is read, ten messages are not. */
const ALONE_MAX = 5;

/** An entry of a timeline that channels may have to hear of. */
export interface UnroutedEvent {
  id: number;
  kind: IncidentEventKind;
  by: string | null;
  /** As it is now. */
  incident: RoutedIncident & { id: string; location: string };
}

/** A message that was not sent yet and can still take up more. */
export interface OpenDelivery {
  id: number;
  channel: string;
  eventIds: readonly number[];
  /** Of `several`; null: nothing but the moment. */
  shared: string | null;
  together: boolean;
  dueAt: Date;
  /** It was tried already: what it is about stays, save what else happens to it. */
  wasTried: boolean;
  incidents: readonly { id: string; check: IncidentCheck; location: string; opens: boolean }[];
}

/** How a channel was told of an incident before: by a message of its own, or only together with others; null: not. */
export type WasTold = (channel: string, incidentId: string) => "alone" | "together" | null;

/** A message as it is to be stored. */
export interface PlannedDelivery {
  /** In the place of this one; null: a new one. */
  id: number | null;
  channel: string;
  /** null: it tells of several. */
  incidentId: string | null;
  eventIds: number[];
  shared: string | null;
  dueAt: Date;
  /** Others whose events it took up: they are no more. */
  absorbs: number[];
}

interface Unit {
  incident: { id: string; check: IncidentCheck; location: string };
  eventIds: number[];
  dueAt: Date;
  /** It says that something is wrong, and not only what became of it. */
  opens: boolean;
  /** Of what only follows: the channel knows it from a message about several. */
  knownTogether: boolean;
  origin: number | null;
}

/**
 * Makes events into messages, by channel: what an incident that still waits to be told meets joins it; tables that are not read any more and
 * lie in one place are one message; and so are more than `ALONE_MAX` incidents that could be sent at the same time, be they new or waiting. Each event
 * that a channel hears of stands in one message of it. Pure.
 */
export function planDeliveries({
  settings,
  events,
  waiting,
  wasTold,
  now,
}: {
  settings: NotificationSettings;
  events: readonly UnroutedEvent[];
  waiting: readonly OpenDelivery[];
  wasTold: WasTold;
  now: Date;
}): PlannedDelivery[] {
  return settings.channels.flatMap((channel) => {
    const open = waiting.filter((delivery) => delivery.channel === channel.name);
    const units = new Map<string, Unit>();
    const joined = new Map<number, { eventIds: number[]; dueAt: Date }>();
    const tells = (incidentId: string): OpenDelivery | undefined =>
      open.find(({ incidents }) => incidents.some(({ id }) => id === incidentId));
    for (const { incident, ...event } of events) {
      const host = tells(incident.id);
      const known = units.has(incident.id) || host !== undefined;
      const heardBy = channelsForEvent(
        settings,
        event,
        incident,
        (name) => name === channel.name && (known || wasTold(name, incident.id) !== null),
      );
      if (!heardBy.includes(channel)) continue;
      const dueAt = tellableFrom(channel.quietHours, incident.severity, now);
      if (host !== undefined) {
        const sofar = joined.get(host.id) ?? { eventIds: [], dueAt: host.dueAt };
        joined.set(host.id, { eventIds: [...sofar.eventIds, event.id], dueAt: earlier(sofar.dueAt, dueAt) });
        continue;
      }
      const opens = event.kind === "opened" || event.kind === "reopened";
      const unit = units.get(incident.id);
      units.set(incident.id, {
        incident,
        eventIds: [...(unit?.eventIds ?? []), event.id],
        dueAt,
        opens: opens || (unit?.opens ?? false),
        knownTogether: wasTold(channel.name, incident.id) === "together",
        origin: null,
      });
    }
    const after = open.map((delivery) => join(delivery, joined.get(delivery.id)));
    return group(channel.name, [...units.values()], after, now).filter(
      ({ id, absorbs, eventIds }) =>
        id === null || absorbs.length > 0 || eventIds.length > (open.find((one) => one.id === id)?.eventIds.length ?? 0),
    );
  });
}

function join(delivery: OpenDelivery, more: { eventIds: number[]; dueAt: Date } | undefined): OpenDelivery {
  return more === undefined ? delivery : { ...delivery, eventIds: [...delivery.eventIds, ...more.eventIds], dueAt: more.dueAt };
}

/** All messages of a channel that wait, after the new ones found their places. */
function group(channel: string, units: readonly Unit[], open: readonly OpenDelivery[], now: Date): PlannedDelivery[] {
  const planned: PlannedDelivery[] = [];
  const classes = new Map<string, { units: Unit[]; lists: OpenDelivery[] }>();
  const classOf = (dueAt: Date, opens: boolean) => {
    // What waits for the channel alone can be sent at the same time, whenever it was due.
    const name = `${dueAt <= now ? "now" : dueAt.toISOString()} ${opens}`;
    const found = classes.get(name) ?? { units: [], lists: [] };
    classes.set(name, found);
    return found;
  };
  for (const delivery of open) {
    const opens = delivery.incidents.some((incident) => incident.opens);
    const [first] = delivery.incidents;
    if (delivery.wasTried || first === undefined) planned.push(asPlanned(delivery));
    else if (delivery.together) classOf(delivery.dueAt, opens).lists.push(delivery);
    else classOf(delivery.dueAt, opens).units.push(asUnit(delivery, first));
  }
  for (const unit of units) classOf(unit.dueAt, unit.opens).units.push(unit);
  for (const { units: members, lists } of classes.values()) planned.push(...groupOfClass(channel, members, lists));
  return planned;
}

function groupOfClass(channel: string, units: readonly Unit[], lists: readonly OpenDelivery[]): PlannedDelivery[] {
  const places = new Map<string, Unit[]>();
  for (const unit of units) {
    const place = unit.incident.check === "runs" && (unit.opens || unit.knownTogether) ? locationRoot(unit.incident.location) : null;
    if (place !== null) places.set(place, [...(places.get(place) ?? []), unit]);
  }
  const planned: PlannedDelivery[] = [];
  const placed = new Set<Unit>();
  const take = (list: OpenDelivery | undefined, members: readonly Unit[], shared: string | null): void => {
    for (const member of members) placed.add(member);
    planned.push(together(channel, list, members, shared));
  };
  const used = new Set<OpenDelivery>();
  for (const [place, members] of places) {
    const list = lists.find(({ shared }) => shared === place);
    if (list === undefined && members.length < 2) continue;
    if (list !== undefined) used.add(list);
    take(list, members, place);
  }
  const rest = units.filter((unit) => !placed.has(unit));
  const list = lists.find(({ shared }) => shared === null);
  if (rest.length > 0 && (list !== undefined || rest.length > ALONE_MAX)) {
    if (list !== undefined) used.add(list);
    take(list, rest, null);
  } else planned.push(...rest.map((unit) => alone(channel, unit)));
  return [...planned, ...lists.filter((one) => !used.has(one)).map(asPlanned)];
}

function together(channel: string, list: OpenDelivery | undefined, members: readonly Unit[], shared: string | null): PlannedDelivery {
  const origins = members.flatMap(({ origin }) => origin ?? []);
  const id = list?.id ?? (origins.length > 0 ? Math.min(...origins) : null);
  const dues = [...members.map(({ dueAt }) => dueAt), ...(list === undefined ? [] : [list.dueAt])];
  return {
    id,
    channel,
    incidentId: null,
    eventIds: [...(list?.eventIds ?? []), ...members.flatMap(({ eventIds }) => eventIds)].toSorted((a, b) => a - b),
    shared,
    dueAt: dues.reduce(earlier),
    absorbs: origins.filter((origin) => origin !== id),
  };
}

function alone(channel: string, { incident, eventIds, dueAt, origin }: Unit): PlannedDelivery {
  return { id: origin, channel, incidentId: incident.id, eventIds, shared: null, dueAt, absorbs: [] };
}

function asPlanned({ id, channel, incidents, together: isList, eventIds, shared, dueAt }: OpenDelivery): PlannedDelivery {
  return { id, channel, incidentId: isList ? null : (incidents[0]?.id ?? null), eventIds: [...eventIds], shared, dueAt, absorbs: [] };
}

function asUnit({ id, eventIds, dueAt }: OpenDelivery, incident: OpenDelivery["incidents"][number]): Unit {
  return { incident, eventIds: [...eventIds], dueAt, opens: incident.opens, knownTogether: false, origin: id };
}

function earlier(one: Date, other: Date): Date {
  return one <= other ? one : other;
}
