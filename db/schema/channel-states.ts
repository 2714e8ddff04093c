import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

/** How a channel of the configuration does, by its name. */
export const channelStates = pgTable("channel_states", {
  name: text("name").primaryKey(),
  /** Of what the configuration says of it, secrets included, as a hash: another one is another channel, and starts anew. */
  fingerprint: text("fingerprint").notNull(),
  /** The other side asked for peace until then, or the last message was a moment ago. */
  pausedUntil: instant("paused_until"),
  /** Since when nothing arrives; null: it works, or nothing was sent. */
  failingSince: instant("failing_since"),
  failuresInRow: integer("failures_in_row").notNull().default(0),
  /** Of the latest failed try, for a person. */
  fault: text("fault"),
  lastDeliveredAt: instant("last_delivered_at"),
  updatedAt: instant("updated_at").notNull(),
});
