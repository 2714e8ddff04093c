import type { Channel } from "#lib/contracts/notification-settings.ts";
import type { SendMessage, ToldReview } from "#lib/incidents/message.ts";

/** A way out with its secrets read. */
export interface OpenedChannel {
  /** Of all that the configuration says of it, its secrets included: another one is another channel. */
  fingerprint: string;
  /** null: it could not be opened. */
  send: SendMessage | null;
  /** Why it could not be opened; never holds a secret. */
  fault: string | null;
}

/** What telling people needs of the world; tests put their own in. */
export interface DeliveryDeps {
  /** What links start with, without a slash at its end. */
  publicUrl: string;
  /** Reads a channel's secrets and opens it; never rejects. */
  openChannel: (channel: Channel) => Promise<OpenedChannel>;
  /** A week of the fleet, such as `2026-W48`, as its digest tells it; null: nothing is known of it. */
  readReview: (week: string, timeZone: string) => Promise<ToldReview | null>;
}
