import fc from "fast-check";
import { expect, test } from "vitest";
import { badAbove } from "#lib/judging/bad-above.ts";

test("a value is at or above a limit if and only if it is above this number", () => {
  expect([badAbove(1, "rows"), badAbove(0.5, "keys"), badAbove(0, "ratio") < 0]).toEqual([0, 0, true]);
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(fc.property(number, number, (limit, value) => void expect(value > badAbove(limit, "ratio")).toBe(value >= limit)));
  fc.assert(fc.property(number, (limit) => void expect(limit > badAbove(limit, "ratio")).toBe(true)));
  fc.assert(
    fc.property(
      fc.integer(),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      (value, limit) => void expect(value > badAbove(limit, "rows")).toBe(value >= limit),
    ),
  );
});
