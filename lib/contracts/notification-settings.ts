import { z } from "zod";
import { SecretPlace } from "#lib/contracts/secret-place.ts";
import { INCIDENT_CHECKS, SEVERITIES } from "#lib/names.ts";

/** `HH:MM` in 24 hours. */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/**
 * Hours in which a channel is left in peace: messages wait for their end. `from` after `to` passes midnight; a span belongs to the day on which
 * it begins. `but`: what is told all the same.
 */
export const QuietHours = z.strictObject({
  from: TimeOfDay,
  to: TimeOfDay,
  /** ISO: 1 is Monday, 7 is Sunday; all seven for every day. */
  days: z.array(z.number().int().min(1).max(7)).min(1),
  timeZone: z.string().min(1),
  but: z.array(z.enum(SEVERITIES)),
});
export type QuietHours = z.infer<typeof QuietHours>;

const shared = {
  /** Unique, whatever the case; what routes and the delivery log name. */
  name: z.string().min(1),
  quietHours: QuietHours.nullable(),
  /** Added in the settings and not in the file: used within the bounds of what may be entered. Left out: it is in the file. */
  entered: z.literal(true).optional(),
};

export const Channel = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("slack_webhook"), ...shared, url: SecretPlace }),
  z.strictObject({
    kind: z.literal("slack_bot"),
    ...shared,
    /** `xoxb-…`. */
    token: SecretPlace,
    /** The id of a conversation (`C…`), which does not change with its name. */
    conversation: z.string().min(1),
    /** `xapp-…`: buttons come over Socket Mode. null: not. */
    appToken: SecretPlace.nullable(),
    /** Buttons come to `/api/slack/interactions`, signed with this. null: not. */
    signingSecret: SecretPlace.nullable(),
    /** Ids of the Slack users who may press buttons; null: everybody of the bot's own workspace. */
    users: z.array(z.string().min(1)).nullable(),
  }),
  /** Signed JSON to a program of the user's own. */
  z.strictObject({ kind: z.literal("webhook"), ...shared, url: SecretPlace, secret: SecretPlace }),
]);
export type Channel = z.infer<typeof Channel>;

/** What goes where: all that are given must hold, any of a list. Routes are asked in order; one with `stop` ends the search when it holds. */
export const Route = z.strictObject({
  to: z.array(z.string().min(1)).min(1),
  owners: z.array(z.string()).nullable(),
  tags: z.array(z.string()).nullable(),
  /** Names of tables; `*` stands for any text. */
  tables: z.array(z.string()).nullable(),
  severities: z.array(z.enum(SEVERITIES)).nullable(),
  checks: z.array(z.enum(INCIDENT_CHECKS)).nullable(),
  stop: z.boolean(),
});
export type Route = z.infer<typeof Route>;

/** Who is told of what, and when the week's review is sent round. */
export const NotificationSettings = z.strictObject({
  channels: z.array(Channel),
  routes: z.array(Route),
  digest: z.strictObject({ to: z.array(z.string().min(1)).min(1), cron: z.string().min(1), timeZone: z.string().min(1) }).nullable(),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** Nobody is told of anything. */
export const NO_NOTIFICATIONS: NotificationSettings = { channels: [], routes: [], digest: null };
