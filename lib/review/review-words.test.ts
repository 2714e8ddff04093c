import { expect, test } from "vitest";
import { someReviewView } from "#lib/testing/reviews.ts";
import { daysOf } from "./iso-week.ts";
import { sayBalance, sayChange, sayDue, sayWeek, sayWhy, weekTitle } from "./review-words.ts";

const counts = (opened: number, reopened: number, resolved: number, stillOpen: number, accepted = 0, removed = 0) => ({
  opened: { now: opened, was: 0 },
  reopened: { now: reopened, was: 0 },
  resolved: { now: resolved, was: 0 },
  accepted: { now: accepted, was: 0 },
  removed: { now: removed, was: 0 },
  stillOpen: { now: stillOpen, was: 0 },
});

test.each([
  [counts(3, 1, 2, 4), "3 incidents opened, 1 reopened, 2 resolved; 4 still open."],
  [counts(1, 0, 1, 0), "1 incident opened, 1 resolved; none still open."],
  [counts(0, 0, 0, 1), "No incidents opened; 1 still open."],
  [counts(0, 0, 0, 0), "A quiet week: no incidents opened or are open."],
  [counts(1234, 0, 0, 12, 1, 2), "1,234 incidents opened, 1 accepted, 2 left with removed tables; 12 still open."],
])("%# a week is one sentence", (numbers, said) => {
  expect(sayWeek(numbers)).toBe(said);
});

test("the balance names each number that moved, and is silent where nothing did or the start is not known", () => {
  const { from, timeZone } = someReviewView();
  const balance = (openBefore: number | null, numbers = counts(3, 1, 2, 2, 1, 1)) =>
    sayBalance({ from, timeZone, numbers: { ...numbers, openBefore } });
  expect(balance(2)).toBe(
    "2 open on Mon 23 Nov + 3 opened + 1 reopened \u2212 2 resolved \u2212 1 accepted \u2212 1 left with removed tables = 2 still open",
  );
  expect(balance(null)).toBeNull();
  expect(balance(2, counts(0, 0, 0, 2))).toBeNull();
});

test("where the harm lies is said with what is not known, and a bound with its sign", () => {
  const view = someReviewView();
  expect(sayWhy(view)).toBe("No extra rows in 3 tables.");
  const surplusRows = { now: 18_725, was: 0, bound: "at least", unknownTables: 2 } as const;
  const owners = { ...view.owners, list: [{ owner: null, surplusRows: 18_725, tables: 2 }] };
  expect(sayWhy({ ...view, owners, numbers: { ...view.numbers, surplusRows } })).toBe(
    "≥ 18,725 extra rows, in 2 tables. The number is unknown for 2 tables.",
  );
});

test.each([
  ["2026-W48", "Week 48, 23 to 29 November 2026"],
  ["2026-W49", "Week 49, 30 November to 6 December 2026"],
  ["2026-W53", "Week 53, 28 December 2026 to 3 January 2027"],
])("%s is called %s", (week, title) => {
  expect(weekTitle(week, daysOf(week))).toBe(title);
});

test("a change is said in its own unit and in percent, where there is something to take percents of", () => {
  expect(sayChange("delete_files", 318, 862)).toBe("+544, +171\u202f%");
  expect(sayChange("delete_ratio", 0.137, 0.022)).toBe("\u22120.115, \u221284\u202f%");
  expect(sayChange("surplus_rows", 0, 18_725)).toBe("+18,725");
  expect(sayChange("surplus_rows", 100_000, 100_001)).toBe("+1, +<\u20091\u202f%");
});

test("a due date is said as a day, with how late it is by the team's calendar", () => {
  expect(sayDue("2026-11-27", "2026-11-27", "UTC")).toEqual({ day: "Fri 27 Nov, today", late: null });
  expect(sayDue("2026-11-25", "2026-11-27", "UTC")).toEqual({ day: "Wed 25 Nov", late: "2 days late" });
  expect(sayDue("2026-11-26", "2026-11-27", "America/New_York")).toEqual({ day: "Thu 26 Nov", late: "1 day late" });
  expect(sayDue(null, "2026-11-27", "UTC")).toEqual({ day: "no date", late: null });
});
