import { expect, test } from "vitest";
import type { StoredFacts } from "#db/queries/facts.ts";
import { someCauses, someShare } from "#lib/testing/cause-facts.ts";
import { sayHarm, sayTitle } from "./keys-words.ts";

const facts = (keys: number | null, surplus: number | null, direction: "at least" | "at most" | null = null) =>
  ({
    values: { duplicated_keys: keys, surplus_rows: surplus },
    trust: { level: "exact", direction, reasons: [] },
  }) as unknown as StoredFacts;

test.each([
  [facts(18_412, 18_725), "18,412 duplicated keys"],
  [facts(1, 1), "1 duplicated key"],
  [facts(150, 200, "at least"), "At least 150 duplicated keys"],
  [facts(150, 200, "at most"), "At most 150 duplicated keys"],
  [facts(0, 0), "No duplicated keys"],
  [facts(0, 0, "at most"), "No duplicated keys"],
  [facts(0, 0, "at least"), "No duplicated keys found"],
  [facts(null, null), "Duplicated keys"],
  [null, "Duplicated keys"],
])("the title is as sure as its number", (known, title) => {
  expect(sayTitle(known)).toBe(title);
});

test("the harm is told in rows, and a list that holds all says so", () => {
  expect(sayHarm(facts(18_412, 18_725), { promise: "unique", kept: 100 })).toBe(
    "18,725 rows too many. The list shows 100 keys kept with this run; search and export reach all of them.",
  );
  expect(sayHarm(facts(26, 40), { promise: "unique", kept: 26 })).toBe("40 rows too many. The list shows all of them.");
});

test("a count that is only a bound is told as one, and a list never holds all of at least so many", () => {
  expect(sayHarm(facts(26, 40, "at least"), { promise: "unique", kept: 26 })).toBe(
    "At least 40 rows too many. The list shows 26 keys kept with this run; search and export reach all of them.",
  );
});

test("where nothing is duplicated there is no harm to tell", () => {
  expect(sayHarm(facts(0, 0), { promise: "unique", kept: null })).toBe("");
});

test("a key that promises nothing has no rows too many", () => {
  expect(sayHarm(facts(26, 40), { promise: "none", kept: null })).toBe(
    "40 more rows than keys, which this table may have: its key promises nothing.",
  );
});

test("what is counted twice is summed over the causes, and is not known where one of them is not", () => {
  const measure = { value: { column: "amount", rowsWithout: 1 } };
  const shares = [someShare("partition_drift", 2, { measure: "1200.5" }), someShare("unknown", 1, { measure: "34.50" })];
  const say = (changed: Parameters<typeof someCauses>) =>
    sayHarm(facts(3, 3), { promise: "unique", kept: null, causes: someCauses(...changed) });
  expect(say([shares, { measure }])).toBe("3 rows too many. 1,235.00 of amount is counted twice, without 1 row that has no number to add.");
  expect(say([[...shares, someShare("unkeyed", 1)], { measure }])).toContain("is not known for all causes");
  expect(say([shares, { measure: { value: null, reason: "The table has no column amount." } }])).toContain(
    "The table has no column amount.",
  );
  expect(say([shares])).toBe("3 rows too many.");
});
