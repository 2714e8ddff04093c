import { expect, test } from "vitest";
import { someCauses, someShare } from "#lib/testing/cause-facts.ts";
import { groupDecimal, sumDecimals } from "./decimal-text.ts";
import { sayShare, viewShares } from "./shares-view.ts";

test("the causes of a snapshot stand in the order of their keys, and what is not known stands last", () => {
  const shares = [someShare("file_registered_twice", 1), someShare("partition_drift", 17_690), someShare("unknown", 587)];
  expect(viewShares(someCauses(shares)).map(({ cause, share }) => [cause, share])).toEqual([
    ["partition_drift", "96.8 %"],
    ["file_registered_twice", "below 0.1 %"],
    ["unknown", "3.2 %"],
  ]);
});

test.each([
  [1, 3, "33.3 %"],
  [3, 3, "100.0 %"],
  [99_999, 100_000, "above 99.9 %"],
  [0, 5, "0.0 %"],
  [0, 0, ""],
])("%i of %i keys are %s", (keys, all, share) => {
  expect(sayShare(keys, all)).toBe(share);
});

test("decimals are added up exactly, whatever their digits", () => {
  expect(sumDecimals(["0.1", "0.2"])).toBe("0.3");
  expect(sumDecimals(["9007199254740993", "-0.50", "1e2"])).toBe("9007199254741092.50");
  expect(sumDecimals(["-0.5", "0.2"])).toBe("-0.3");
});

test("what is no decimal has no sum, nor has nothing", () => {
  expect(sumDecimals(["1", "masked 1"])).toBeNull();
  expect(sumDecimals([])).toBeNull();
});

test.each([
  ["1236412.8", "1,236,412.80"],
  ["-1000", "\u22121,000"],
  ["1.5E+3", "1,500"],
  ["nan", "nan"],
])("%s is shown as %s", (text, shown) => {
  expect(groupDecimal(text)).toBe(shown);
});
