import type { Channel, NotificationSettings, Route } from "#lib/contracts/notification-settings.ts";
import type { IncidentCheck, IncidentEventKind, Severity } from "#lib/names.ts";

/** What routes look at. */
export interface RoutedIncident {
  check: IncidentCheck;
  severity: Severity;
  /** Of a table's incident that one. Of a catalog's all that are watched in it: whoever would hear of one of them hears of the catalog. */
  tables: readonly RoutedTable[];
}

interface RoutedTable {
  name: string;
  owner: string | null;
  tags: readonly string[];
}

/**
 * Which channels hear of what: those that the routes name, in the configuration's order, each once. Without routes every channel
 * hears everything. A catalog without tables is heard of by routes that ask for no table. Pure.
 */
export function channelsByRoutes({ channels, routes }: NotificationSettings, incident: RoutedIncident): Channel[] {
  if (routes.length === 0) return channels;
  const named = new Set<string>();
  for (const table of incident.tables.length === 0 ? [null] : incident.tables) {
    for (const name of namedFor(routes, incident, table)) named.add(name);
  }
  return channels.filter(({ name }) => named.has(name));
}

function namedFor(routes: readonly Route[], incident: RoutedIncident, table: RoutedTable | null): string[] {
  const named: string[] = [];
  for (const route of routes) {
    if (!holds(route, incident, table)) continue;
    named.push(...route.to);
    if (route.stop) break;
  }
  return named;
}

/**
 * Which channels hear of an event. What opens an incident goes by the routes; what makes it worse also to those that were told of it before;
 * what a person does, and its end, to these alone. Pure.
 */
export function channelsForEvent(
  settings: NotificationSettings,
  { kind, by }: { kind: IncidentEventKind; by: string | null },
  incident: RoutedIncident,
  wasTold: (channel: string) => boolean,
): Channel[] {
  const opens = kind === "opened" || kind === "reopened";
  const told = settings.channels.filter(({ name }) => wasTold(name));
  if (!opens && (by !== null || kind === "resolved" || kind === "accepted")) return told;
  const byRoutes = new Set(channelsByRoutes(settings, incident));
  return opens ? [...byRoutes] : settings.channels.filter((channel) => byRoutes.has(channel) || told.includes(channel));
}

function holds(
  { owners, tags, tables, severities, checks }: Route,
  { check, severity }: Pick<RoutedIncident, "check" | "severity">,
  table: RoutedTable | null,
): boolean {
  return (
    (owners === null || owners.some((owner) => table?.owner != null && same(owner, table.owner))) &&
    (tags === null || tags.some((tag) => table?.tags.some((one) => same(tag, one)))) &&
    (tables === null || tables.some((pattern) => table !== null && matches(pattern, table.name))) &&
    (severities?.includes(severity) ?? true) &&
    (checks?.includes(check) ?? true)
  );
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** `*` stands for any text, also none; names of tables are compared whatever the case. */
function matches(pattern: string, name: string): boolean {
  const [start = "", ...rest] = pattern.toLowerCase().split("*");
  const text = name.toLowerCase();
  const end = rest.pop();
  if (end === undefined) return text === start;
  if (!text.startsWith(start)) return false;
  let at = start.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - end.length >= at && text.endsWith(end);
}
