import type { NotificationSettings, Route } from "#lib/contracts/notification-settings.ts";
import { channelsByRoutes, type RoutedIncident } from "#lib/incidents/route-incident.ts";
import { tellableFrom } from "#lib/incidents/quiet-hours.ts";

/** Which channels an incident that opens now would go to. */
export interface Preview {
  /** In the configuration's order. `from`: at once, or when the channel's quiet hours end. */
  heard: { channel: string; from: Date; atOnce: boolean }[];
  /** The routes that hold, by their place from 1; those behind one that ends the search are not asked. */
  routes: number[];
}

/** Pure. */
export function previewRouting(settings: NotificationSettings, incident: RoutedIncident, now: Date): Preview {
  const heard = channelsByRoutes(settings, incident).map((channel) => {
    const from = tellableFrom(channel.quietHours, incident.severity, now);
    return { channel: channel.name, from, atOnce: from <= now };
  });
  return { heard, routes: holding(settings, incident) };
}

function holding(settings: NotificationSettings, incident: RoutedIncident): number[] {
  const found: number[] = [];
  for (const [place, route] of settings.routes.entries()) {
    if (!holdsAlone(settings, route, incident)) continue;
    found.push(place + 1);
    if (route.stop) break;
  }
  return found;
}

/** A route holds when with it alone somebody would hear of it. */
function holdsAlone({ channels, digest }: NotificationSettings, route: Route, incident: RoutedIncident): boolean {
  return channelsByRoutes({ channels, digest, routes: [route] }, incident).length > 0;
}
