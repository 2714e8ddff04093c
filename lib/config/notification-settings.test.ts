import { describe, expect, test } from "vitest";
import { loadConfig } from "#lib/config/load-config.ts";
import { NO_NOTIFICATIONS, NotificationSettings } from "#lib/contracts/notification-settings.ts";

const FILE = "/etc/bergwatch/bergwatch.yaml";
const load = (text: string) => loadConfig(`tables: []\n${text}`, { file: FILE });

function notifications(text: string): NotificationSettings {
  const loaded = load(text);
  if (!loaded.ok) throw new Error(loaded.faults.map(({ line, message }) => `${line}: ${message}`).join("\n"));
  return loaded.config.service.notifications;
}

const HOOK = "{ url: { env: HOOK } }";

test("a file that says nothing of notifications tells nobody", () => {
  expect(notifications("")).toEqual(NO_NOTIFICATIONS);
});

test("all that can be said is read, with every default applied, and secrets as the places where they are", () => {
  const read = notifications(`
notifications:
  channels:
    - name: oncall
      slack_bot:
        token: \${TOKEN}
        conversation: C0123456789
        app_token: { env: APP }
        signing_secret: { file: secrets/signing }
        users: [U0123456789]
      quiet_hours: { from: 22:00, to: "07:00", days: [fri, mon, fri], time_zone: europe/berlin, but: alert }
    - name: crm
      slack_webhook: ${HOOK}
      quiet_hours: { from: "12:00", to: "13:00" }
    - name: pager
      webhook: { url: { env: URL }, secret: { env: SECRET } }
  routes:
    - to: [Oncall, crm, ONCALL]
      owner: payments
      tag: [gold, eu]
      table: shop.*
      severity: [warn, alert]
      check: runs
      stop: true
    - to: pager
  digest: { to: CRM, time_zone: Europe/Berlin }
`);
  const env = (name: string) => ({ from: "environment", name });
  expect(read).toEqual({
    channels: [
      {
        kind: "slack_bot",
        name: "oncall",
        token: env("TOKEN"),
        conversation: "C0123456789",
        appToken: env("APP"),
        signingSecret: { from: "file", path: "secrets/signing" },
        users: ["U0123456789"],
        quietHours: { from: "22:00", to: "07:00", days: [1, 5], timeZone: "Europe/Berlin", but: ["alert"] },
      },
      {
        kind: "slack_webhook",
        name: "crm",
        url: env("HOOK"),
        quietHours: { from: "12:00", to: "13:00", days: [1, 2, 3, 4, 5, 6, 7], timeZone: "UTC", but: [] },
      },
      { kind: "webhook", name: "pager", url: env("URL"), secret: env("SECRET"), quietHours: null },
    ],
    routes: [
      {
        to: ["oncall", "crm"],
        owners: ["payments"],
        tags: ["gold", "eu"],
        tables: ["shop.*"],
        severities: ["warn", "alert"],
        checks: ["runs"],
        stop: true,
      },
      { to: ["pager"], owners: null, tags: null, tables: null, severities: null, checks: null, stop: false },
    ],
    digest: { to: ["crm"], cron: "0 9 * * MON", timeZone: "Europe/Berlin" },
  });
  expect(NotificationSettings.parse(read)).toEqual(read);
});

const channels = (lines: string) => `notifications:\n  channels:\n${lines}`;
const A = `    - { name: a, slack_webhook: ${HOOK} }\n`;
const bot = (more: string) => channels(`    - name: a\n      slack_bot:\n        token: { env: T }\n${more}`);
const quiet = (hours: string) => channels(`    - name: a\n      slack_webhook: ${HOOK}\n      quiet_hours: ${hours}\n`);

describe("a fault is told with its place", () => {
  test.each<[string, string, string, RegExp]>([
    [
      "two of one name",
      channels(`${A}    - { name: A, slack_webhook: ${HOOK} }`),
      "5:15 notifications.channels[1].name",
      /"A" is already on line 4/,
    ],
    ["no name", channels(`    - slack_webhook: ${HOOK}`), "4:7 notifications.channels[0].name", /say what the channel is called/],
    [
      "no kind",
      channels("    - name: a"),
      "4:7 notifications.channels[0]",
      /has no destination. Give it one of slack_webhook, slack_bot, webhook/,
    ],
    [
      "two kinds",
      channels(`    - { name: a, slack_webhook: ${HOOK}, webhook: { url: { env: U }, secret: { env: S } } }`),
      "4:66 notifications.channels[0].webhook",
      /slack_webhook and webhook are both given/,
    ],
    [
      "a webhook without its secret",
      channels("    - { name: a, webhook: { url: { env: U } } }"),
      "4:27 notifications.channels[0].webhook.secret",
      /secret is missing/,
    ],
    ["a bot without a conversation", bot(""), "6:9 notifications.channels[0].slack_bot.conversation", /write its id/],
    [
      "a conversation by its name",
      bot('        conversation: "#alerts"'),
      "7:23 notifications.channels[0].slack_bot.conversation",
      /"#alerts" is not an id/,
    ],
    [
      "users without buttons",
      bot("        conversation: C0123456789\n        users: [U0123456789]"),
      "8:16 notifications.channels[0].slack_bot.users",
      /without app_token or signing_secret/,
    ],
    [
      "a user by a name",
      bot("        conversation: C0123456789\n        app_token: { env: A }\n        users: [ann]"),
      "9:17 notifications.channels[0].slack_bot.users[0]",
      /"ann" is not an id of a user/,
    ],
    [
      "an unknown channel in a route",
      `${channels(A)}  routes:\n    - to: [a, bb]`,
      "6:15 notifications.routes[0].to[1]",
      /No channel is named "bb"/,
    ],
    ["an unknown channel in the digest", `${channels(A)}  digest: { to: b }`, "5:17 notifications.digest.to", /No channel is named "b"/],
    ["a route and no channels", "notifications:\n  routes:\n    - to: a", "4:11 notifications.routes[0].to", /There are no channels yet/],
    [
      "a key by another name",
      `${channels(A)}  routes:\n    - { to: a, owners: x }`,
      "6:16 notifications.routes[0].owners",
      /Did you mean owner\?/,
    ],
    [
      "a severity that is none",
      `${channels(A)}  routes:\n    - { to: a, severity: [warm] }`,
      "6:27 notifications.routes[0].severity[0]",
      /Allowed are warn, alert/,
    ],
    [
      "a time zone that is none",
      quiet("{ from: 22:00, to: 07:00, time_zone: Berlin }"),
      "6:57 notifications.channels[0].quiet_hours.time_zone",
      /"Berlin" is not a time zone/,
    ],
    [
      "a time that is none",
      quiet("{ from: 24:00, to: 07:00 }"),
      "6:28 notifications.channels[0].quiet_hours.from",
      /A time of day such as 07:30/,
    ],
    ["no end", quiet("{ from: 22:00 }"), "6:20 notifications.channels[0].quiet_hours.to", /to is missing/],
    ["quiet for ever", quiet("{ from: 00:00, to: 00:00 }"), "6:39 notifications.channels[0].quiet_hours.to", /quiet forever/],
    ["a digest's cron", `${channels(A)}  digest: { to: a, cron: "9 * *" }`, "5:26 notifications.digest.cron", /has 3 fields/],
  ])("%s", (_, text, place, message) => {
    const loaded = load(text);
    const faults = loaded.ok ? [] : loaded.faults.map(({ line, column, path, message: said }) => [`${line}:${column} ${path}`, said]);
    expect(faults).toEqual([[place, expect.stringMatching(message)]]);
  });
});

test("what stands in the place of a secret is never repeated", () => {
  const secret = "https://hooks.slack.com/services/T0/B0/verysecret";
  for (const text of [
    channels(`    - { name: a, slack_webhook: { url: "${secret}" } }`),
    channels(`    - { name: a, slack_webhook: "${secret}" }`),
  ]) {
    const loaded = load(text);
    expect(loaded.ok).toBe(false);
    expect(JSON.stringify(loaded)).not.toContain("verysecret");
  }
});
