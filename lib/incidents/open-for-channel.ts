import type { NotificationSettings } from "#lib/contracts/notification-settings.ts";
import { channelsByRoutes, type RoutedIncident } from "#lib/incidents/route-incident.ts";

interface Candidate extends RoutedIncident {
  isSample: boolean;
  isPending: boolean;
  toldTo: ReadonlySet<string>;
}

/**
 * The open incidents that a channel would have got had it existed when they opened: those that the routes send there and that it was not
 * told of. `samples`: those of sample tables, for when there are no others. Pure.
 */
export function openForChannel<T extends Candidate>(
  settings: Pick<NotificationSettings, "channels" | "routes" | "digest">,
  channel: string,
  incidents: readonly T[],
): { own: T[]; samples: T[] } {
  const missed = incidents.filter(
    (incident) =>
      !incident.toldTo.has(channel) && !incident.isPending && channelsByRoutes(settings, incident).some(({ name }) => name === channel),
  );
  return { own: missed.filter(({ isSample }) => !isSample), samples: missed.filter(({ isSample }) => isSample) };
}
