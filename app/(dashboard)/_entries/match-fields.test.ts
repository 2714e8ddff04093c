import { expect, test } from "vitest";
import type { MatchRule } from "#lib/contracts/catalog-requests.ts";
import { beginMatch, faultOfMatch, readMatch, writeMatch } from "./match-fields.ts";

test.each<MatchRule>([
  { pattern: "shop.*", key: { by: "identifier" }, shared: {} },
  {
    pattern: "**",
    key: { by: "columns", keys: [["id"], ["tenant", "id"]] },
    shared: { kind: "cdc", owner: "CRM", tags: ["a", "b"], masked: ["email"], schedule: { every: "15m" } },
  },
])("a rule comes out of its form as it went in, $pattern", (rule) => {
  expect(writeMatch(readMatch(rule))).toEqual(rule);
});

test("what cannot be asked is said before it is", () => {
  expect(faultOfMatch(beginMatch("shop.*"))).toBeNull();
  expect(faultOfMatch(beginMatch(" "))).toMatch(/^Write a pattern/);
  expect(faultOfMatch({ ...beginMatch("*"), keyBy: "columns", keys: " \n" })).toMatch(/^Write at least one key/);
  expect(faultOfMatch({ ...beginMatch("*"), keyBy: "columns", keys: "id\n".repeat(21) })).toMatch(/^At most 20/);
});
