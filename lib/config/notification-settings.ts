import { z } from "zod";
import { DEFAULTS } from "#lib/config/defaults.ts";
import { expects, show, text } from "#lib/config/scalars.ts";
import { canonicalZone, Cron, fiveFields, TimeZone } from "#lib/config/schedule-settings.ts";
import { SecretReference } from "#lib/config/secret.ts";
import type { Channel, NotificationSettings as Notifications, QuietHours, Route } from "#lib/contracts/notification-settings.ts";
import { INCIDENT_CHECKS, SEVERITIES } from "#lib/names.ts";

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const TIME = "A time of day such as 07:30 is expected, in 24 hours and with a colon; in quotes, to be sure.";

const time = (description: string) =>
  z
    .string(expects(TIME))
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: TIME })
    .describe(description);

// What stands in the place of the map may be the secret itself, so it is not shown.
const WITH_SECRETS = expects("A map is expected here, with one line for each of its keys. docs/reference/configuration.md shows them.");

/** A value or a list of them. Out: a list. */
function oneOrMore<Item extends z.ZodType<string>>(item: Item, sentence: string, description: string) {
  return z
    .union([item, z.array(item).min(1)], expects(sentence))
    .transform((value) => (typeof value === "string" ? [value] : value) as z.output<Item>[])
    .describe(description);
}

const severities = (description: string) =>
  oneOrMore(z.enum(SEVERITIES), `One or more of ${SEVERITIES.join(", ")} are expected.`, description).optional();

const Quiet = z
  .strictObject({
    from: time("When they start."),
    to: time("When they end; on the next day if it is not after `from`."),
    days: oneOrMore(
      z.enum(DAYS),
      `One or more of ${DAYS.join(", ")} are expected.`,
      `On which days they begin: ${DAYS.join(", ")}. Default: every day.`,
    ).optional(),
    time_zone: TimeZone.optional().describe(`By the clock of which zone. Default: ${DEFAULTS.timeZone}.`),
    but: severities("Severities that are sent anyway, such as `alert`."),
  })
  .superRefine(({ from, to, days }, context) => {
    if (from === to && (days === undefined || new Set(days).size === DAYS.length))
      context.addIssue({ code: "custom", path: ["to"], message: "It would be quiet forever. Choose another end, or name the days." });
  });

const Conversation = text("The conversation", 30).superRefine((value, context) => {
  if (value !== "" && !/^[CGD][A-Z0-9]{4,}$/.test(value))
    context.addIssue(
      `"${show(value)}" is not an id of a conversation. Write the id, such as C0123456789, which Slack shows at the end of the channel's details; names change.`,
    );
});

const User = text("The user", 30).superRefine((value, context) => {
  if (value !== "" && !/^[UW][A-Z0-9]{4,}$/.test(value))
    context.addIssue(
      `"${show(value)}" is not an id of a user. Write the id, such as U0123456789, which Slack shows in the person's profile.`,
    );
});

const Bot = z
  .strictObject(
    {
      token: SecretReference.describe("The bot's token, `xoxb-…`: a secret."),
      conversation: Conversation.describe("The id of the Slack channel, such as `C0123456789`. Invite the bot to it."),
      app_token: SecretReference.optional().describe(
        "`xapp-…`, a secret: buttons work, over a connection that Bergwatch opens (Socket Mode).",
      ),
      signing_secret: SecretReference.optional().describe(
        "A secret: buttons work where Slack reaches `/api/slack/interactions` of this Bergwatch, which checks Slack's signature with it.",
      ),
      users: z
        .array(User)
        .min(1)
        .optional()
        .describe("Ids of the Slack users who may press buttons. Default: everybody of the bot's own workspace."),
    },
    WITH_SECRETS,
  )
  .superRefine((value, context) => {
    if (value.users === undefined || value.app_token !== undefined || value.signing_secret !== undefined) return;
    const message =
      "users says who may press buttons, and there are none without app_token or signing_secret. Give one of them, or take users out.";
    context.addIssue({ code: "custom", path: ["users"], message });
  });

const ChannelName = text("The channel's name", 60);

/** One channel as the file says it. */
export const ChannelSettings = z.strictObject({
  name: ChannelName.describe("The name in routes and in the delivery log. Unique; not case-sensitive."),
  slack_webhook: z
    .strictObject({ url: SecretReference.describe("The webhook's URL: a secret.") }, WITH_SECRETS)
    .optional()
    .describe("A Slack incoming webhook."),
  slack_bot: Bot.optional().describe("A Slack bot: a thread for each incident, and buttons."),
  webhook: z
    .strictObject(
      {
        url: SecretReference.describe("The URL: a secret, since many contain one."),
        secret: SecretReference.describe("The secret that signs the messages."),
      },
      WITH_SECRETS,
    )
    .optional()
    .describe("Your own program, which receives signed JSON."),
  quiet_hours: Quiet.optional().describe("Hours in which messages wait."),
});
export type ChannelSettings = z.output<typeof ChannelSettings>;

const ChannelNames = (description: string) => oneOrMore(ChannelName, "The name of a channel or a list of names is expected.", description);

const RouteSettings = z.strictObject({
  to: ChannelNames("The channels, by name. Channels added in the settings count too."),
  owner: oneOrMore(text("The owner"), "An owner or a list of owners is expected.", "Matches tables of this owner.").optional(),
  tag: oneOrMore(text("The tag", 60), "A tag or a list of tags is expected.", "Matches tables with any of these tags.").optional(),
  table: oneOrMore(
    text("The table"),
    "A table's name or a list of names is expected.",
    "Matches tables of this name; `*` matches any text.",
  ).optional(),
  severity: severities("Matches this severity."),
  check: oneOrMore(
    z.enum(INCIDENT_CHECKS),
    `One or more of ${INCIDENT_CHECKS.join(", ")} are expected.`,
    `Matches this check: ${INCIDENT_CHECKS.join(", ")}.`,
  ).optional(),
  stop: z.boolean().optional().describe("When this route matches, the routes below it are skipped. Default: false."),
});

/** Who is told of what, as the file says it. */
export const NotificationSettings = z.strictObject({
  channels: z
    .array(ChannelSettings)
    .optional()
    .describe("Where messages are sent. Each has a name and one of `slack_webhook`, `slack_bot` and `webhook`."),
  routes: z
    .array(RouteSettings)
    .optional()
    .describe(
      "Which incidents go to which channels. A route matches when all its conditions match, and every matching route counts. Default: every incident goes to every channel.",
    ),
  digest: z
    .strictObject({
      to: ChannelNames("The channels, by name. Channels added in the settings count too."),
      cron: Cron.optional().describe(`When, once a week at most. Default: ${DEFAULTS.digestCron} (Mondays at nine).`),
      time_zone: TimeZone.optional().describe(`The zone whose clock \`cron\` follows. Default: ${DEFAULTS.timeZone}.`),
    })
    .optional()
    .describe(
      "The weekly review in a few lines, with its link. Until Wednesday it covers the week before, from Thursday on the current one.",
    ),
});
export type NotificationSettings = z.output<typeof NotificationSettings>;

/**
 * What is stored: every default applied, channels by the names that they were given. `entered`: channels added in the settings, which routes may
 * name too; null where they are not known. Names that no channel has are left out.
 */
export function toNotifications(
  { channels = [], routes = [], digest }: NotificationSettings,
  entered: readonly string[] | null,
): Notifications {
  const names = new Map([...(entered ?? []), ...channels.map(({ name }) => name)].map((name) => [name.toLowerCase(), name]));
  const named = (to: readonly string[]): string[] => [
    ...new Set(to.flatMap((name) => names.get(name.toLowerCase()) ?? (entered === null ? [name] : []))),
  ];
  return {
    channels: channels.flatMap((channel) => toChannel(channel) ?? []),
    routes: routes.map(({ to, owner, tag, table, severity, check, stop }): Route => ({
      to: named(to),
      owners: owner ?? null,
      tags: tag ?? null,
      tables: table ?? null,
      severities: severity ?? null,
      checks: check ?? null,
      stop: stop ?? false,
    })),
    digest: digest
      ? {
          to: named(digest.to),
          cron: fiveFields((digest.cron ?? DEFAULTS.digestCron).trim()),
          timeZone: canonicalZone(digest.time_zone ?? DEFAULTS.timeZone),
        }
      : null,
  };
}

/** Names that routes and the digest send to and that no channel of the file has. Pure. */
export function routedBeside({ channels = [], routes = [], digest }: NotificationSettings): string[] {
  const own = new Set(channels.map(({ name }) => name.toLowerCase()));
  const named = [...routes.flatMap(({ to }) => to), ...(digest?.to ?? [])];
  return [...new Set(named.filter((name) => !own.has(name.toLowerCase())))];
}

/** A channel with all defaults applied; null: it says no destination. Pure. */
export function toChannel({ name, slack_webhook, slack_bot, webhook, quiet_hours }: ChannelSettings): Channel | null {
  const shared = { name, quietHours: quiet_hours === undefined ? null : toQuietHours(quiet_hours) };
  if (slack_webhook !== undefined) return { kind: "slack_webhook", ...shared, url: slack_webhook.url };
  if (webhook !== undefined) return { kind: "webhook", ...shared, ...webhook };
  if (slack_bot === undefined) return null;
  const { token, conversation, app_token = null, signing_secret = null, users = null } = slack_bot;
  return { kind: "slack_bot", ...shared, token, conversation, appToken: app_token, signingSecret: signing_secret, users };
}

function toQuietHours({ from, to, days = [...DAYS], time_zone, but = [] }: z.output<typeof Quiet>): QuietHours {
  const numbers = [...new Set(days)].map((day) => DAYS.indexOf(day) + 1);
  return { from, to, days: numbers.toSorted((a, b) => a - b), timeZone: canonicalZone(time_zone ?? DEFAULTS.timeZone), but };
}
