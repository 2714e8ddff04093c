import { z } from "zod";
import { NotificationSettings, QuietHours } from "#lib/contracts/notification-settings.ts";
import { EntryOrigin, EntryView } from "#lib/contracts/settings-entries.ts";
import { CHANNEL_KINDS, DELIVERY_STATES, INCIDENT_EVENT_KINDS, MESSAGE_KINDS, SEND_OUTCOMES } from "#lib/names.ts";

/** What the command line's commands about notifications print. Ids are text, times UTC in ISO 8601. No secret stands in them. */

const time = z.iso.datetime();
const text = z.string().nullable();

/** What `notifications` prints. */
export const NotificationsDocument = z.strictObject({
  /** In the order of the configuration. */
  channels: z.array(
    z.strictObject({
      name: z.string(),
      kind: z.enum(CHANNEL_KINDS),
      /** null: the service does not know it, such as right after it was removed. */
      origin: EntryOrigin.nullable(),
      quietHours: QuietHours.nullable(),
      /** `unused`: nothing was sent to it since it is what it is. `limited`: the other side asked for peace. */
      state: z.enum(["works", "fails", "limited", "unused"]),
      failingSince: time.nullable(),
      /** What the latest failed try was told. */
      fault: text,
      /** Not tried before. */
      pausedUntil: time.nullable(),
      lastDeliveredAt: time.nullable(),
      waiting: z.number(),
    }),
  ),
  /** Channels that were added and are not in use: no worker has taken them over yet, or they have faults. */
  notInUse: z.array(EntryView),
  /** Empty: every incident goes to every channel. */
  routes: NotificationSettings.shape.routes,
  digest: NotificationSettings.shape.digest,
});
export type NotificationsDocument = z.infer<typeof NotificationsDocument>;

/** What `notifications send-open` prints. */
export const SentOpenDocument = z.strictObject({
  channel: z.string(),
  /** They are of sample tables, and every message says so. */
  samples: z.boolean(),
  /** How many open incidents were sent; those that the channel got before are not among them. */
  incidents: z.number(),
  /** The messages that tell of them: `deliveries` lists what became of each. */
  deliveries: z.array(z.string()),
});
export type SentOpenDocument = z.infer<typeof SentOpenDocument>;

/** What `notifications add` prints. `sent`: with `--send-open`, once the channel is in use. */
export const ChannelAddedDocument = z.strictObject({ entries: z.array(EntryView), sent: SentOpenDocument.nullable() });

/** A message to a channel. */
export const DeliveryDocument = z.strictObject({
  id: z.string(),
  channel: z.string(),
  kind: z.enum(MESSAGE_KINDS),
  state: z.enum(DELIVERY_STATES),
  /** What several incidents have in common; null: nothing but the moment, or it is not about several. */
  shared: text,
  /** Of a digest. */
  week: text,
  /** What it tells, oldest first; what is not kept any more is missing. */
  tells: z.array(z.strictObject({ incident: z.string(), kind: z.enum(INCIDENT_EVENT_KINDS) })),
  createdAt: time,
  /** Not sent before. */
  dueAt: time,
  endedAt: time.nullable(),
  lastAnswer: text,
  /** Oldest first. */
  tries: z.array(
    z.strictObject({ at: time, outcome: z.enum(SEND_OUTCOMES), status: z.number().nullable(), answer: text, milliseconds: z.number() }),
  ),
});
export type DeliveryDocument = z.infer<typeof DeliveryDocument>;

/** What `deliveries` prints: newest first. */
export const DeliveriesDocument = z.strictObject({ deliveries: z.array(DeliveryDocument) });
export type DeliveriesDocument = z.infer<typeof DeliveriesDocument>;
