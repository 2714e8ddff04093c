import { expect, test } from "vitest";
import { someTable } from "#lib/testing/table-definition.ts";
import { writeDefinition } from "./write-definition.ts";

test("a table of a catalog is written by its name there, with its key and its schedule, and without what it does not have", () => {
  const definition = someTable({
    name: "shop.orders",
    location: "catalog:lake/shop.or%2Eders",
    schedule: { by: "snapshot", pollSeconds: 90, observeEverySeconds: 7200 },
  });
  const written = writeDefinition(definition);
  expect(written).toMatchObject({
    catalog: "lake",
    table: 'shop."or.ders"',
    schedule: { on_snapshot: true, poll: "90s", at_least_every: "2h" },
  });
  expect(written).not.toHaveProperty("location");
  expect(written).not.toHaveProperty("filter");
});

test.each([
  [{ by: "interval", everySeconds: 900 }, { every: "15m" }],
  [
    { by: "cron", cron: "0 7 * * *", timeZone: "Europe/Berlin" },
    { cron: "0 7 * * *", time_zone: "Europe/Berlin" },
  ],
] as const)("the schedule %j is written %j", (schedule, written) => {
  expect(writeDefinition(someTable({ schedule }))["schedule"]).toEqual(written);
});

test("who owns the table is written where somebody said so, and left to be recognized elsewhere", () => {
  expect(writeDefinition(someTable({ managedBy: "msk_data_delivery" }))["managed_by"]).toBe("msk_data_delivery");
  expect(writeDefinition(someTable())).not.toHaveProperty("managed_by");
});
