import fc from "fast-check";
import { expect, test } from "vitest";
import { badAbove } from "#lib/judging/bad-above.ts";

test("a value is at or above a limit if and only if it is above this number", () => {
  expect([badAbove(1, "rows"), badAbove(0.5, "keys"), badAbove(0, "ratio") < 0]).toEqual([0, 0, true]);
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
  const count = fc.integer();
  fc.assert(fc.property(number, number, (limit, value) => value > badAbove(limit, "ratio") === value >= limit));
  fc.assert(fc.property(number, (limit) => limit > badAbove(limit, "ratio")));
  fc.assert(fc.property(count, number, (value, limit) => value > badAbove(limit, "rows") === value >= limit));
});
