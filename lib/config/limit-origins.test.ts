import { expect, test } from "vitest";
import { limitOrigins } from "#lib/config/limit-origins.ts";

const FILE = `
tables:
  - { name: other, limits: { ghost_rows: off } }
  - name: Shop.Orders
    limits: { surplus_rows: { warn: 5 }, delete_ratio: off }
defaults:
  limits: { surplus_rows: { warn: 1, alert: 50 }, rows: { alert: 1 } }
  kinds:
    cdc: { limits: { surplus_rows: { alert: 20 } } }
    append: { limits: { rows: { alert: 2 } } }
`;

const origins = (text: string, kind: "cdc" | "upsert" = "cdc") =>
  limitOrigins(new TextEncoder().encode(text), { table: "shop.orders", kind });

test("a limit comes from the table, else from its kind, else from the defaults of all, else from its check", () => {
  const of = origins(FILE);
  expect([of("surplus_rows", "warn"), of("surplus_rows", "alert"), of("rows", "alert"), of("rows", "warn")]).toEqual([
    "table",
    "kind",
    "defaults",
    null,
  ]);
  expect(origins(FILE, "upsert")("surplus_rows", "alert")).toBe("defaults");
});

test("off sets both, for its own table", () => {
  const of = origins(FILE);
  expect([of("delete_ratio", "warn"), of("delete_ratio", "alert"), of("ghost_rows", "warn")]).toEqual(["table", "table", null]);
});

test.each([
  ["a file that is none", "tables: ["],
  ["an empty file", ""],
  ["a list", "- a"],
  ["tables that are a map", "tables: {}"],
])("%s sets nothing", (_, text) => {
  expect(origins(text)("surplus_rows", "warn")).toBeNull();
});
