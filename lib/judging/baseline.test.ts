import { expect, test } from "vitest";
import { expectedRange, medianOf } from "#lib/judging/baseline.ts";

test.each<[number[], number | null]>([
  [[], null],
  [[3], 3],
  [[9, 1, 5], 5],
  [[9, 1, 5, 7], 6],
])("the median of %j is %s", (numbers, median) => {
  expect(medianOf(numbers)).toBe(median);
});

test("fewer than ten numbers let expect nothing", () => {
  expect(expectedRange(Array<number>(9).fill(4), { least: 1 })).toBeNull();
  expect(expectedRange(Array<number>(10).fill(4), { least: 1 })).toEqual({ low: 3, high: 5, median: 4 });
});

test("two bad numbers in ten do not widen what is expected", () => {
  const calm = [100, 101, 99, 102, 98, 100, 101, 99, 5000, 9000];
  expect(expectedRange(calm, { least: 1 })?.high).toBeLessThan(115);
});

test("a past that never moved still allows a tenth of itself", () => {
  expect(expectedRange(Array<number>(20).fill(1000), { least: 1 })).toMatchObject({ low: 900, high: 1100 });
});

test("a past that moves much lets expect much", () => {
  const wide = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 0 : 100));
  expect(expectedRange(wide, { least: 1 })?.high).toBeCloseTo(50 + 5 * 1.4826 * 50);
});
