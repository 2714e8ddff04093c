import { expect, test } from "vitest";
import { readScope } from "./read-scope.ts";

test("a link fills in one scope, and what is none is left out", () => {
  expect(readScope({ table: "shop.orders" })).toEqual({ kind: "table", name: "shop.orders" });
  expect(readScope({ tag: ["gold", "silver"], owner: "x" })).toEqual({ kind: "tag", name: "gold" });
  expect([readScope({}), readScope({ table: " " }), readScope({ owner: "x".repeat(201) })]).toEqual([null, null, null]);
});
