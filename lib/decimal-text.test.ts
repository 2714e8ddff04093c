import { expect, test } from "vitest";
import { groupDecimal, sumDecimals } from "#lib/decimal-text.ts";

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
