import { expect, test } from "vitest";
import { someCauses, someShare } from "#lib/testing/cause-facts.ts";
import { sayShare, viewShares } from "#lib/causes/shares-view.ts";

test("the causes of a snapshot stand in the order of their keys, and what is not known stands last", () => {
  const shares = [someShare("file_registered_twice", 1), someShare("partition_drift", 17_690), someShare("unknown", 587)];
  expect(viewShares(someCauses(shares)).map(({ cause, share }) => [cause, share])).toEqual([
    ["partition_drift", "96.8 %"],
    ["file_registered_twice", "below 0.1 %"],
    ["unknown", "3.2 %"],
  ]);
});

test("what is not known stands first where it is more than half, so that no other is taken for the reason", () => {
  const order = (unknown: number) =>
    viewShares(someCauses([someShare("partition_drift", 5), someShare("upsert_off", 1), someShare("unknown", unknown)])).map(
      ({ cause }) => cause,
    );
  expect(order(7)).toEqual(["unknown", "partition_drift", "upsert_off"]);
  expect(order(6)).toEqual(["partition_drift", "upsert_off", "unknown"]);
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
