import { expect, test } from "vitest";
import { daysOf, isWeek, numberOf, shiftWeek, spanOf, weekOf, weeksOf } from "./iso-week.ts";

test.each([
  ["2026-11-30T00:00:00Z", "2026-W49"],
  ["2026-11-29T23:59:59Z", "2026-W48"],
  // Year ends: the days belong to the year of their Thursday.
  ["2024-12-30T12:00:00Z", "2025-W01"],
  ["2021-01-03T12:00:00Z", "2020-W53"],
  ["2027-01-01T12:00:00Z", "2026-W53"],
  ["2027-01-04T00:00:00Z", "2027-W01"],
])("at %s it is week %s in UTC", (at, week) => {
  expect(weekOf(new Date(at), "UTC")).toBe(week);
});

test("a week begins with the zone's own Monday, not with that of UTC", () => {
  expect(weekOf(new Date("2026-11-29T23:30:00Z"), "Europe/Berlin")).toBe("2026-W49");
  expect(weekOf(new Date("2026-11-30T02:00:00Z"), "America/New_York")).toBe("2026-W48");
  expect(weekOf(new Date("2026-12-31T11:00:00Z"), "Pacific/Kiritimati")).toBe("2026-W53");
  expect(spanOf("2026-W48", "Europe/Berlin")).toEqual({
    from: new Date("2026-11-22T23:00:00Z"),
    to: new Date("2026-11-29T23:00:00Z"),
  });
});

test("the weeks in which clocks change have an hour less or more, and neighbours leave no gap", () => {
  const hours = (week: string) => {
    const { from, to } = spanOf(week, "Europe/Berlin");
    return (to.getTime() - from.getTime()) / 3_600_000;
  };
  expect(hours("2026-W13")).toBe(167);
  expect(hours("2026-W43")).toBe(169);
  expect(hours("2026-W44")).toBe(168);
  for (const week of ["2026-W12", "2026-W13", "2026-W43", "2026-W53"]) {
    expect(spanOf(week, "Europe/Berlin").to).toEqual(spanOf(shiftWeek(week, 1), "Europe/Berlin").from);
  }
});

test.each(["2026-W53", "2020-W53", "2026-W01", "2025-W52"])("%s is a week", (text) => {
  expect(isWeek(text)).toBe(true);
});

test.each(["2026-W54", "2025-W53", "2026-W00", "2026-48", "2026-W4", "W48", "", "0000-W01", "2026-W48 ", "٢٠٢٦-W48", "2026-w48"])(
  "%o is none",
  (text) => {
    expect(isWeek(text)).toBe(false);
    expect(() => numberOf(text)).toThrow(RangeError);
  },
);

test("an ISO year has 53 weeks when it begins or ends on a Thursday", () => {
  expect([2020, 2026, 2032].map(weeksOf)).toEqual([53, 53, 53]);
  expect([2024, 2025, 2027].map(weeksOf)).toEqual([52, 52, 52]);
});

test("weeks are counted on over the ends of years", () => {
  expect(shiftWeek("2026-W53", 1)).toBe("2027-W01");
  expect(shiftWeek("2027-W01", -1)).toBe("2026-W53");
  expect(shiftWeek("2025-W01", -1)).toBe("2024-W52");
  expect(shiftWeek("2026-W48", -100)).toBe("2024-W52");
});

test("the days of a week are seven, over months and years", () => {
  expect(daysOf("2026-W53")).toEqual(["2026-12-28", "2026-12-29", "2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02", "2027-01-03"]);
});
