import { expect, test } from "vitest";
import type { Channel } from "#lib/contracts/notification-settings.ts";
import { sayChannelFacts, sayQuietHours, sayRoute, sayMend } from "./setting-words.ts";

const ANY = { owners: null, tags: null, tables: null, severities: null, checks: null };
const title = (check: string) => ({ duplicates: "Duplicate rows", runs: "Observations" })[check] ?? check;

test.each([
  [ANY, "Everything"],
  [{ ...ANY, severities: ["alert" as const], tags: ["finance"] }, "Alerts, of tables tagged finance"],
  [{ ...ANY, severities: ["alert" as const, "warn" as const] }, "Alerts and warnings"],
  [
    {
      owners: ["Payments", "Sales"],
      tags: ["gold"],
      tables: ["shop.*"],
      severities: null,
      checks: ["duplicates" as const, "runs" as const],
    },
    "Everything about Duplicate rows or Observations, of tables named shop.* and tagged gold and owned by Payments or Sales",
  ],
])("a route is said in words (%#)", (route, said) => {
  expect(sayRoute(route, title)).toBe(said);
});

const quiet = { from: "22:00", to: "07:00", days: [1, 2, 3, 4, 5, 6, 7], timeZone: "Europe/Berlin", but: [] };
test.each([
  [quiet, "22:00–07:00, every day (Europe/Berlin)"],
  [{ ...quiet, days: [5, 1, 2, 3, 4], but: ["alert" as const] }, "22:00–07:00, Mon to Fri (Europe/Berlin); alerts are sent anyway"],
  [{ ...quiet, from: "00:00", to: "00:00", days: [6, 7] }, "all day, Sat and Sun (Europe/Berlin)"],
  [{ ...quiet, days: [1, 3, 5] }, "22:00–07:00, Mon, Wed and Fri (Europe/Berlin)"],
])("quiet hours are said in words (%#)", (hours, said) => {
  expect(sayQuietHours(hours)).toBe(said);
});

test("the facts of a channel name where its secrets are, and what its buttons do", () => {
  const bot: Channel = {
    kind: "slack_bot",
    name: "#orders",
    quietHours: null,
    token: { from: "environment", name: "SLACK_TOKEN" },
    conversation: "C0123",
    appToken: null,
    signingSecret: { from: "file", path: "secrets/signing" },
    users: ["U1", "U2"],
  };
  expect(sayChannelFacts(bot)).toEqual([
    { name: "Slack channel", value: "", code: "C0123" },
    { name: "Token", value: "variable", code: "SLACK_TOKEN" },
    { name: "Buttons", value: "at /api/slack/interactions, signed" },
    { name: "Signing secret", value: "file", code: "secrets/signing" },
    { name: "Who may press", value: "", code: "U1, U2" },
  ]);
  expect(sayMend(bot)).toBe("If the token changed, set the variable SLACK_TOKEN, restart Bergwatch, and send a test.");
  const webhook: Channel = { kind: "slack_webhook", name: "a", quietHours: null, url: { from: "file", path: "secrets/hook" } };
  expect(sayMend(webhook)).toBe("If the URL changed, write the new one into secrets/hook, and send a test.");
  const path = "/data/secrets/pasted/channel-00000000-0000-4000-8000-000000000001";
  const pasted: Channel = { ...webhook, url: { from: "file", path } };
  expect(sayMend(pasted)).toBe("If the URL changed, edit the channel, paste the new one, and send a test.");
  expect(sayChannelFacts(pasted)).toEqual([{ name: "Webhook URL", value: "stored, hidden" }]);
});
