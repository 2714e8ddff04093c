import { expect, test } from "vitest";
import { deliveriesLink, deliveryLink, keyLink, keysLink, notificationsLink, overviewLink, tableLink } from "#lib/contracts/links.ts";

test("a link carries what it was asked for and nothing else", () => {
  expect(overviewLink()).toBe("/");
  expect(tableLink("7", { key: "order_id", snapshot: "42", range: undefined })).toBe("/tables/7?key=order_id&snapshot=42");
  expect(keysLink("7", { page: 2 })).toBe("/tables/7/keys?page=2");
  expect(notificationsLink({ table: "7", severity: "alert" })).toBe("/settings/notifications?table=7&severity=alert");
  expect(deliveriesLink({ channel: "#orders & co" })).toBe("/settings/notifications/deliveries?channel=%23orders+%26+co");
  expect(deliveryLink("31")).toBe("/settings/notifications/deliveries/31");
});

test("a name that means something in an address is quoted", () => {
  expect(keyLink("7", "ab", { key: `a&b=c #"<script>` })).toBe("/tables/7/keys/ab?key=a%26b%3Dc+%23%22%3Cscript%3E");
  expect(tableLink("a/../b")).toBe("/tables/a%2F..%2Fb");
});
