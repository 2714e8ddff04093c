import type { EnteredBounds } from "#lib/contracts/entered-bounds.ts";
import type { Channel } from "#lib/contracts/notification-settings.ts";
import type { OpenedChannel } from "#lib/incidents/channels/open-configured.ts";
import type { ToldReview } from "#lib/incidents/message.ts";

/** What telling people needs of the world; tests put their own in. */
export interface DeliveryDeps {
  /** What links start with, without a slash at its end. */
  publicUrl: string;
  /** Reads a channel's secrets and opens it, within `bounds` where it was added in the settings; never rejects. */
  openChannel: (channel: Channel, bounds: EnteredBounds) => Promise<OpenedChannel>;
  /** A week of the fleet, such as `2026-W48`, as its digest tells it; null: nothing is known of it. */
  readReview: (week: string, timeZone: string) => Promise<ToldReview | null>;
}
