import { expect, test } from "vitest";
import { toCheckDocument } from "#jobs/commands/check-document.ts";
import { someCauses, someShare } from "#lib/testing/cause-facts.ts";
import { someFacts } from "#lib/testing/facts.ts";
import { METRIC_NAMES } from "#lib/names.ts";

const READINGS = METRIC_NAMES.map((name) => ({ name, reading: 0 }));

test("a measure that could not be summed is null, and the notes say why", () => {
  const measure = { value: null, reason: "The table has no column revenue (--measure) at this snapshot." };
  const causes = { value: someCauses([someShare("upsert_off", 2)], { measure, notes: ["Rounded."] }) };
  expect(toCheckDocument("shop.orders", someFacts({ causes }), READINGS)).toMatchObject({
    measure: null,
    notes: ["What is counted twice is not known: The table has no column revenue (--measure) at this snapshot.", "Rounded."],
  });
});

test("the sum of a measure is exact over all causes, 0 without duplicated keys, and null where a part is not known", () => {
  const measure = { value: { column: "amount", rowsWithout: 1 } };
  const sumOf = (...measures: (string | null)[]) => {
    const shares = measures.map((part, at) => someShare(at === 0 ? "upsert_off" : "unkeyed", 1, { measure: part }));
    return toCheckDocument("shop.orders", someFacts({ causes: { value: someCauses(shares, { measure }) } }), READINGS).measure?.sum;
  };
  expect([sumOf("9007199254740993.10", "-0.2"), sumOf(), sumOf("1", null)]).toEqual(["9007199254740992.90", "0", null]);
});
