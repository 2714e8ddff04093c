import { expect, test } from "vitest";
import { readChecks } from "#lib/checks/registry.ts";
import { toCheckDocument } from "#jobs/commands/check-document.ts";
import type { CheckDocument } from "#lib/contracts/check-document.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import { someCauses, someShare } from "#lib/testing/cause-facts.ts";
import { someFacts } from "#lib/testing/facts.ts";

function documentOf(value: CauseFacts): CheckDocument {
  const facts = someFacts({ causes: { value } });
  return toCheckDocument("shop.orders", facts, readChecks(facts, new Date("2026-03-01T12:00:00Z")));
}

test("a measure that could not be summed is null, and the notes say why", () => {
  const measure = { value: null, reason: "The table has no column revenue (--measure) at this snapshot." };
  expect(documentOf(someCauses([someShare("upsert_off", 2)], { measure, notes: ["Rounded."] }))).toMatchObject({
    measure: null,
    notes: ["What is counted twice is not known: The table has no column revenue (--measure) at this snapshot.", "Rounded."],
  });
});

test("the sum of a measure is exact over all causes, 0 without duplicated keys, and null where a part is not known", () => {
  const measure = { value: { column: "amount", rowsWithout: 1 } };
  const sumOf = (...measures: (string | null)[]) => {
    const shares = measures.map((part, at) => someShare(at === 0 ? "upsert_off" : "unkeyed", 1, { measure: part }));
    return documentOf(someCauses(shares, { measure })).measure?.sum;
  };
  expect([sumOf("9007199254740993.10", "-0.2"), sumOf(), sumOf("1", null)]).toEqual(["9007199254740992.90", "0", null]);
});
