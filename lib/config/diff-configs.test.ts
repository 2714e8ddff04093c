import { expect, test } from "vitest";
import { diffConfigs } from "#lib/config/diff-configs.ts";
import { someTable } from "#lib/testing/table-definition.ts";

const orders = someTable();
const lines = someTable({ name: "order_lines" });

test("the same tables are no change, whatever their order and that of their parts", () => {
  const stored = JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(orders).toReversed()))) as typeof orders;
  expect(diffConfigs([stored, lines], [lines, orders])).toEqual({ added: [], changed: [], unchanged: [lines, orders], removed: [] });
});

test("tables come, change and go", () => {
  const after = someTable({ schedule: { by: "interval", everySeconds: 60 }, tags: ["shop"] });
  const payments = someTable({ name: "payments" });
  expect(diffConfigs([orders, lines], [after, payments])).toEqual({
    added: [payments],
    changed: [{ before: orders, after, fields: ["tags", "schedule"] }],
    unchanged: [],
    removed: [lines],
  });
});

test("a name whose case changes is the same table", () => {
  const after = someTable({ name: "Orders" });
  expect(diffConfigs([orders], [after])).toMatchObject({ added: [], changed: [{ fields: ["name"] }], removed: [] });
});
