import { expect, test } from "vitest";
import { exportName } from "./export-name.ts";

test.each([
  ["sales.orders", "42", "duplicated-keys-sales.orders-42.csv"],
  ['a"b\r\nX: y/../ü', null, "duplicated-keys-a-b-X-y-..-.csv"],
  ["x".repeat(200), "42", `duplicated-keys-${"x".repeat(60)}-42.csv`],
])("a table named %j makes a name without anything that a header or a disk would take for more", (table, snapshot, name) => {
  expect(exportName(table, snapshot, "csv")).toBe(name);
});
