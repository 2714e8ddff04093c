import { expect, test } from "vitest";
import type { NotificationSettings, Route } from "#lib/contracts/notification-settings.ts";
import { previewRouting } from "./preview.ts";

const now = new Date("2026-11-24T03:00:00.000Z");
const url = { from: "environment", name: "X" } as const;
const night = { from: "22:00", to: "07:00", days: [1, 2, 3, 4, 5, 6, 7], timeZone: "UTC", but: ["alert"] } as const;
const channels: NotificationSettings["channels"] = [
  { kind: "slack_webhook", name: "#all", quietHours: null, url },
  { kind: "slack_webhook", name: "#night", quietHours: { ...night, days: [...night.days], but: [...night.but] }, url },
];
const route = (changes: Partial<Route>): Route => ({
  to: ["#all"],
  owners: null,
  tags: null,
  tables: null,
  severities: null,
  checks: null,
  stop: false,
  ...changes,
});
const incident = { check: "duplicates", severity: "warn", tables: [{ name: "shop.orders", owner: "Sales", tags: ["gold"] }] } as const;

test("without routes every channel hears of it, at once or when its quiet hours end", () => {
  expect(previewRouting({ channels, routes: [], digest: null }, incident, now)).toEqual({
    heard: [
      { channel: "#all", from: now, atOnce: true },
      { channel: "#night", from: new Date("2026-11-24T07:00:00.000Z"), atOnce: false },
    ],
    routes: [],
  });
  const alert = previewRouting({ channels, routes: [], digest: null }, { ...incident, severity: "alert" }, now);
  expect(alert.heard.map(({ atOnce }) => atOnce)).toEqual([true, true]);
});

test("the routes that hold are named by their place, up to the one that ends the search", () => {
  const routes = [route({ tags: ["bronze"] }), route({ tags: ["gold"], to: ["#night"], stop: true }), route({})];
  const preview = previewRouting({ channels, routes, digest: null }, incident, now);
  expect(preview.routes).toEqual([2]);
  expect(preview.heard.map(({ channel }) => channel)).toEqual(["#night"]);
  expect(previewRouting({ channels, routes: [route({ tags: ["bronze"] })], digest: null }, incident, now)).toEqual({
    heard: [],
    routes: [],
  });
});
