import { describe, expect, test } from "vitest";
import type { NotificationSettings, Route } from "#lib/contracts/notification-settings.ts";
import { channelsByRoutes, channelsForEvent, type RoutedIncident } from "#lib/incidents/route-incident.ts";
import type { IncidentEventKind } from "#lib/names.ts";

const CHANNELS = ["first", "second", "third"].map((name) => ({
  kind: "slack_webhook" as const,
  name,
  quietHours: null,
  url: { from: "environment" as const, name: "URL" },
}));
const route = (to: string, changes: Partial<Route> = {}): Route => ({
  to: [to],
  owners: null,
  tags: null,
  tables: null,
  severities: null,
  checks: null,
  stop: false,
  ...changes,
});
const settings = (...routes: Route[]): NotificationSettings => ({ channels: CHANNELS, routes, digest: null });
const INCIDENT: RoutedIncident = {
  check: "duplicates",
  severity: "alert",
  tables: [{ name: "shop.orders", owner: "payments", tags: ["gold", "eu"] }],
};
/** A catalog with a table of each of two teams. */
const CATALOG: RoutedIncident = {
  check: "catalog",
  severity: "warn",
  tables: [
    { name: "staging.tmp", owner: "labs", tags: [] },
    { name: "shop.orders", owner: "payments", tags: ["gold"] },
  ],
};
const namesOf = (channels: readonly { name: string }[]) => channels.map(({ name }) => name);

test.each<[string, Route[], string[]]>([
  ["no route: everybody", [], ["first", "second", "third"]],
  ["a route without conditions", [route("second")], ["second"]],
  ["two routes to one channel: once", [route("second"), route("second")], ["second"]],
  ["several channels, in the order of the configuration", [{ ...route("third"), to: ["third", "first"] }], ["first", "third"]],
  ["the owner", [route("first", { owners: ["crm", "Payments"] })], ["first"]],
  ["another owner", [route("first", { owners: ["crm"] })], []],
  ["any of the tags", [route("first", { tags: ["silver", "eu"] })], ["first"]],
  ["none of the tags", [route("first", { tags: ["silver"] })], []],
  ["the severity", [route("first", { severities: ["alert"] })], ["first"]],
  ["another severity", [route("first", { severities: ["warn"] })], []],
  ["the check", [route("first", { checks: ["runs", "duplicates"] })], ["first"]],
  ["another check", [route("first", { checks: ["runs"] })], []],
  ["all that are given must hold", [route("first", { owners: ["payments"], severities: ["warn"] })], []],
  ["routes add up", [route("first", { owners: ["payments"] }), route("third")], ["first", "third"]],
  ["stop ends the search where it holds", [route("first", { stop: true }), route("third")], ["first"]],
  ["stop ends nothing where it does not hold", [route("first", { owners: ["crm"], stop: true }), route("third")], ["third"]],
  ["a channel that is not there", [route("gone")], []],
])("%s", (_, routes, told) => {
  expect(namesOf(channelsByRoutes(settings(...routes), INCIDENT))).toEqual(told);
});

test("a table without an owner is nobody's", () => {
  const incident = { ...INCIDENT, tables: [{ name: "shop.orders", owner: null, tags: [] }] };
  expect(channelsByRoutes(settings(route("first", { owners: [""] })), incident)).toEqual([]);
});

test.each<[string, boolean]>([
  ["shop.orders", true],
  ["SHOP.Orders", true],
  ["shop.order", false],
  ["*", true],
  ["shop.*", true],
  ["*.orders", true],
  ["s*p.*s", true],
  ["shop*orders", true],
  ["shop.orders*", true],
  ["*shop.orders", true],
  ["shop.o*orders", false],
  ["crm.*", false],
  ["*.order", false],
  ["shop.orders*s", false],
  ["shop?orders", false],
])("the pattern %s: %s", (pattern, holds) => {
  expect(channelsByRoutes(settings(route("first", { tables: [pattern] })), INCIDENT)).toHaveLength(holds ? 1 : 0);
});

describe("of an incident that the second channel was told of, with a route to the first", () => {
  test.each<[IncidentEventKind, string | null, string[]]>([
    ["opened", null, ["first"]],
    ["reopened", null, ["first"]],
    ["worsened", null, ["first", "second"]],
    ["woken", null, ["first", "second"]],
    ["woken", "ann", ["second"]],
    ["acknowledged", "ann", ["second"]],
    ["snoozed", "ann", ["second"]],
    ["assigned", "ann", ["second"]],
    ["commented", "ann", ["second"]],
    ["resolved", "ann", ["second"]],
    ["resolved", null, ["second"]],
  ])("%s by %s is heard by %j", (kind, by, told) => {
    expect(namesOf(channelsForEvent(settings(route("first")), { kind, by }, INCIDENT, (name) => name === "second"))).toEqual(told);
  });
});

describe("a catalog", () => {
  test.each<[string, Route[], string[]]>([
    ["is heard of without routes by everybody", [], ["first", "second", "third"]],
    ["is heard of by a route that asks for no table", [route("second")], ["second"]],
    ["is heard of by whoever hears of one of its tables", [route("first", { owners: ["payments"] })], ["first"]],
    ["is heard of by nobody who hears of other tables", [route("first", { owners: ["crm"] }), route("second", { tags: ["silver"] })], []],
    ["needs one table that is all that is asked for", [route("first", { owners: ["labs"], tags: ["gold"] })], []],
    [
      "is heard of by the others although a route ends the search for some of its tables",
      [route("first", { tables: ["staging.*"], stop: true }), route("third")],
      ["first", "third"],
    ],
    ["is heard of by checks that name it", [route("first", { checks: ["runs"] }), route("second", { checks: ["catalog"] })], ["second"]],
  ])("%s", (_, routes, heardBy) => {
    expect(namesOf(channelsByRoutes(settings(...routes), CATALOG))).toEqual(heardBy);
  });

  test("that no table is watched in is heard of by routes that ask for none", () => {
    const alone = { ...CATALOG, tables: [] };
    expect(namesOf(channelsByRoutes(settings(route("first", { owners: ["labs"] }), route("third")), alone))).toEqual(["third"]);
  });
});
