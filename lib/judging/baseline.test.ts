import { describe, expect, test } from "vitest";
import { expectedRange, medianOf, type PastNumber } from "#lib/judging/baseline.ts";

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 2, 29, 13);

/** Hourly, the newest first and an hour ago. */
const hourly = (numbers: readonly number[]): PastNumber[] => numbers.map((value, at) => ({ at: NOW - (at + 1) * HOUR_MS, value }));
const daysOf = (days: number, value: (hour: number, day: number) => number): PastNumber[] =>
  hourly(Array.from({ length: days * 24 }, (_, at) => value(new Date(NOW - (at + 1) * HOUR_MS).getUTCHours(), Math.round((at + 1) / 24))));
const asked = { at: new Date(NOW), least: 1 };
const highOf = (past: PastNumber[], leftOut: PastNumber[] = []): number | undefined => expectedRange(past, leftOut, asked)?.high;

test.each<[number[], number | null]>([
  [[], null],
  [[3], 3],
  [[9, 1, 5], 5],
  [[9, 1, 5, 7], 6],
])("the median of %j is %s", (numbers, median) => {
  expect(medianOf(numbers)).toBe(median);
});

test("fewer than ten numbers let expect nothing, and neither does less than a day", () => {
  const daily = (count: number) => Array.from({ length: count }, (_, at) => ({ at: NOW - (at + 1) * 24 * HOUR_MS, value: 4 }));
  expect(expectedRange(daily(9), [], asked)).toBeNull();
  expect(expectedRange(daily(10), [], asked)).toEqual({ low: 3, high: 5, median: 4 });
  expect(highOf(hourly(Array<number>(23).fill(4)))).toBeUndefined();
  expect(highOf(hourly(Array<number>(24).fill(4)))).toBe(5);
});

test("some bad numbers do not widen what is expected", () => {
  expect(highOf(daysOf(28, (_, day) => (day % 5 === 4 ? 9000 : 100 + (day % 3))))).toBeLessThan(115);
});

test("a past that never moved still allows a tenth of itself, above where nothing is", () => {
  expect(
    expectedRange(
      daysOf(7, () => 1000),
      [],
      asked,
    ),
  ).toMatchObject({ low: 900, high: 1100 });
  expect(
    expectedRange(
      daysOf(7, () => 1000),
      [],
      { ...asked, origin: 900 },
    ),
  ).toMatchObject({ low: 990, high: 1010 });
});

test("a past that moves much lets expect much", () => {
  expect(highOf(daysOf(6, (_, day) => 25 * (day % 5)))).toBeCloseTo(50 + 5 * 1.4826 * 25);
});

describe("a season", () => {
  test("of the day is usual at its time, and only then", () => {
    const peak = (from: number) => daysOf(14, (hour) => (hour >= from && hour < from + 3 ? 5000 : 100));
    expect(highOf(peak(12))).toBe(5500);
    expect(highOf(peak(18))).toBe(110);
  });

  test("of the day is known from its second day on", () => {
    expect(highOf(daysOf(1, (hour) => (hour >= 12 && hour < 15 ? 5000 : 100)))).toBeGreaterThan(5000);
  });

  test("of the week is usual from its second week on", () => {
    const weekly = (days: number) => daysOf(days, (_, day) => (day % 7 === 0 && day > 0 ? 5000 : 100));
    expect(highOf(weekly(6))).toBe(110);
    expect(highOf(weekly(28))).toBeGreaterThan(5000);
  });

  test("of the week is usual after two weeks although incidents were opened by it, which a long incident is not", () => {
    const split = (isOut: (day: number) => boolean, days = 28): [PastNumber[], PastNumber[]] => {
      const calm = daysOf(days, () => 100);
      const dayOf = ({ at }: PastNumber): number => Math.round((NOW - at) / (24 * HOUR_MS));
      return [calm.filter((one) => !isOut(dayOf(one))), calm.filter((one) => isOut(dayOf(one))).map(({ at }) => ({ at, value: 5000 }))];
    };
    expect(highOf(...split((day) => day === 7))).toBe(110);
    expect(highOf(...split((day) => day === 7, 10))).toBe(110);
    expect(highOf(...split((day) => day === 7 || day === 14))).toBeGreaterThan(5000);
    expect(highOf(...split((day) => day < 20))).toBe(110);
  });
});
