import { expect, test } from "vitest";
import { thingsOf } from "#lib/things-of.ts";

test.each([
  ["shop.orders", "orders"],
  ["payments.payment_states", "payment states"],
  ["dim_customer", "keys"],
  ["x.<script>s", "keys"],
  ["ORDERS", "keys"],
])("the things of %s are called %s", (name, things) => {
  expect(thingsOf(name)).toBe(things);
});
