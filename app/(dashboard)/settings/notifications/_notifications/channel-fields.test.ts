import { expect, test } from "vitest";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { emptyFaults, NO_CHANNEL, pastedOf, readChannel, writeChannel } from "./channel-fields.ts";

const stored = { file: "/data/secrets/pasted/channel-00000000-0000-4000-8000-000000000001" };

test.each<WrittenEntry>([
  { name: "orders", slack_webhook: { url: stored }, quiet_hours: { from: "22:00", to: "07:00" } },
  { name: "orders", slack_webhook: { url: "${BERGWATCH_SECRET_HOOK}" } },
  {
    name: "nights",
    slack_webhook: { url: stored },
    quiet_hours: { from: "22:00", to: "07:00", days: ["mon", "tue"], time_zone: "Europe/Berlin", but: "alert" },
  },
  { name: "oncall", slack_bot: { token: stored, app_token: { file: "/run/app" }, conversation: "C0123456789", users: ["U0123456789"] } },
  { name: "own", webhook: { url: stored, secret: "${BERGWATCH_SECRET_SIGN}" } },
])("a channel that is read into the form is written as it was: %j", (written) => {
  expect(writeChannel(readChannel(written))).toEqual(written);
  expect(emptyFaults(readChannel(written), {})).toEqual([]);
});

test("what is pasted is sent beside the fields, for the kind that is chosen alone", () => {
  const pasted = { "slack_webhook.url": "https://hooks.slack.com/x", "webhook.secret": "s" };
  const fields = { ...NO_CHANNEL, name: " orders " };
  expect([writeChannel(fields), pastedOf(fields, pasted)]).toEqual([
    { name: "orders", slack_webhook: {} },
    { "slack_webhook.url": "https://hooks.slack.com/x" },
  ]);
});

test("what was left empty is said at its field", () => {
  const paths = (kind: typeof NO_CHANNEL.kind) => emptyFaults({ ...NO_CHANNEL, kind }, {}).map(({ path }) => path);
  expect(paths("slack_webhook")).toEqual(["name", "slack_webhook.url"]);
  expect(paths("slack_bot")).toEqual(["name", "slack_bot.token", "slack_bot.conversation"]);
  expect(paths("webhook")).toEqual(["name", "webhook.url", "webhook.secret"]);
});

test("quiet hours with one of their times are told at the other", () => {
  const fields = readChannel({ name: "a", slack_webhook: { url: stored }, quiet_hours: { from: "22:00" } });
  expect(emptyFaults(fields, {})).toEqual([{ path: "quiet_hours.to", message: "Enter both times, or neither." }]);
  expect(writeChannel({ ...fields, quiet: { ...fields.quiet, from: "", timeZone: "UTC" } })).not.toHaveProperty("quiet_hours");
});

test("a secret that is typed where a variable's name belongs is refused without being sent", () => {
  const at = "https://hooks.slack.com/services/T0/B0/secret";
  const secrets = { ...NO_CHANNEL.secrets, "slack_webhook.url": { from: "variable" as const, at } };
  expect(emptyFaults({ ...NO_CHANNEL, name: "a", secrets }, {})).toMatchObject([{ path: "slack_webhook.url" }]);
});
