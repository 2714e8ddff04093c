import { expect, test } from "vitest";
import type { Channel } from "#lib/contracts/notification-settings.ts";
import { sayChannelFacts, sayQuietHours, sayRoute, sayWhatToSet } from "./setting-words.ts";

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
  [{ ...quiet, days: [5, 1, 2, 3, 4], but: ["alert" as const] }, "22:00–07:00, Mon to Fri (Europe/Berlin); alerts come all the same"],
  [{ ...quiet, from: "00:00", to: "00:00", days: [6, 7] }, "all day, Sat and Sun (Europe/Berlin)"],
  [{ ...quiet, days: [1, 3, 5] }, "22:00–07:00, Mon, Wed and Fri (Europe/Berlin)"],
])("quiet hours are said in words (%#)", (hours, said) => {
  expect(sayQuietHours(hours)).toBe(said);
});

test("of a channel it is said where its secrets lie, and what its buttons do", () => {
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
    { name: "Conversation", value: "", code: "C0123" },
    { name: "Token", value: "the worker’s environment variable", code: "SLACK_TOKEN" },
    { name: "Buttons", value: "at /api/slack/interactions, signed" },
    { name: "Signing secret", value: "a file on the worker’s machine:", code: "secrets/signing" },
    { name: "Who may press", value: "", code: "U1, U2" },
  ]);
  expect(sayWhatToSet(bot)).toBe("token in SLACK_TOKEN");
  const webhook: Channel = { kind: "slack_webhook", name: "a", quietHours: null, url: { from: "file", path: "secrets/hook" } };
  expect(sayWhatToSet(webhook)).toBe("address in secrets/hook");
});
