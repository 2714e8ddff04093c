import { expect, test } from "vitest";
import { backlogAddress, readBacklogParams } from "./search-params.ts";

test("what the address says comes back from it", () => {
  const asked = { snapshot: "9223372036854775807", sort: "ratio" as const, page: 3 };
  const address = new URL(backlogAddress("an id", asked), "http://localhost");
  expect(readBacklogParams(Object.fromEntries(address.searchParams))).toEqual(asked);
  expect(backlogAddress("t", { sort: "rows", page: 1 })).toBe("/tables/t/backlog");
});

test.each(["9223372036854775808", "abc", "1 or 1=1", "<script>", "12345678901234567890"])("%s can be no snapshot", (snapshot) => {
  expect(readBacklogParams({ snapshot })).toBe("unknown");
});

test("an order or a page that does not exist is taken for the first", () => {
  expect(readBacklogParams({ sort: "beauty", page: "-3" })).toEqual({ snapshot: undefined, sort: "rows", page: 1 });
  expect(readBacklogParams({ snapshot: ["1", "2"] })).toBe("unknown");
});
