import { expect, test } from "vitest";
import { keyLink, keysLink, overviewLink, tableLink } from "#lib/contracts/links.ts";

test("a link carries what it was asked for and nothing else", () => {
  expect(overviewLink()).toBe("/");
  expect(tableLink("7", { key: "order_id", snapshot: "42", range: undefined })).toBe("/tables/7?key=order_id&snapshot=42");
  expect(keysLink("7", { page: 2 })).toBe("/tables/7/keys?page=2");
});

test("a name that means something in an address is quoted", () => {
  expect(keyLink("7", "ab", { key: `a&b=c #"<script>` })).toBe("/tables/7/keys/ab?key=a%26b%3Dc+%23%22%3Cscript%3E");
  expect(tableLink("a/../b")).toBe("/tables/a%2F..%2Fb");
});
