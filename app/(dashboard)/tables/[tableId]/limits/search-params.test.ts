import { expect, test } from "vitest";
import { limitsLink } from "#lib/contracts/links.ts";
import { readLimitsSearch } from "./search-params.ts";

const DEFAULTS = { key: null, metric: null, days: 90, tried: null, accepted: "in" };

function read(address: string) {
  return readLimitsSearch(Object.fromEntries(new URL(address, "http://localhost").searchParams));
}

test("what a link asks for is read back, with an empty limit as the check's own", () => {
  expect(read(limitsLink("7", { key: "a&b", metric: "surplus_rows", days: 30, warn: "5", alert: " ", accepted: "out" }))).toEqual({
    key: "a&b",
    metric: "surplus_rows",
    days: 30,
    tried: { warn: "5", alert: "" },
    accepted: "out",
  });
});

test.each(["?metric=nope", "?days=7000", "?accepted=perhaps", `?warn=${"9".repeat(41)}`])("%s is left at its default", (query) => {
  expect(read(`/tables/7/limits${query}`)).toEqual(DEFAULTS);
});
