import { expect, test } from "vitest";
import type { CauseFactsRow } from "#db/queries/cause-facts.ts";
import type { StoredFacts } from "#db/queries/facts.ts";
import { someCauses, someShare } from "#lib/testing/cause-facts.ts";
import { someTable } from "#lib/testing/table-definition.ts";
import { standingOf } from "./standing.ts";

const facts = (duplicated_keys: number | null) =>
  ({ values: { duplicated_keys }, notComputed: { duplicated_keys: "It was cut off." } }) as unknown as StoredFacts;
const row = (changes: Partial<CauseFactsRow>) => ({ duplicatedKeys: 2, causes: null, notExplained: null, ...changes }) as CauseFactsRow;

test("what was read before causes were told, what could not be explained and what has no duplicates are three things", () => {
  expect(standingOf(facts(3), null, someTable())).toEqual({ is: "earlier" });
  expect(standingOf(facts(3), row({ notExplained: "The memory ended." }), someTable())).toEqual({
    is: "not explained",
    reason: "The memory ended.",
  });
  expect(standingOf(facts(0), null, someTable())).toEqual({ is: "nothing" });
  expect(standingOf(facts(null), null, someTable())).toEqual({ is: "not counted", reason: "It was cut off." });
  expect(standingOf(null, null, someTable())).toMatchObject({ is: "not counted" });
});

test("causes are masked as the table says now, whatever it said when they were stored", () => {
  const causes = someCauses([someShare("unkeyed", 1, { measure: "79.90" })], { measure: { value: { column: "amount", rowsWithout: 0 } } });
  const shown = standingOf(facts(1), row({ causes }), someTable({ masked: ["amount"] }));
  expect(shown).toMatchObject({ is: "explained", causes: { shares: [{ measure: null }] } });
});
