import { expect, test } from "vitest";
import { parseRange, RANGE_DEFAULT, resolveRange, usualRange, writeSpan } from "#lib/contracts/series-range.ts";

const now = new Date("2026-11-27T09:00:00Z");
const day = 24 * 3600;

test.each([
  [undefined, { kind: "last", seconds: 14 * day }],
  ["24h", { kind: "last", seconds: day }],
  ["3d", { kind: "last", seconds: 3 * day }],
  ["all", { kind: "all" }],
  [
    "2026-11-01T00:00:00Z~2026-11-02T00:00:00Z",
    { kind: "span", from: new Date("2026-11-01T00:00:00Z"), to: new Date("2026-11-02T00:00:00Z") },
  ],
  ["soon", null],
  ["0d", null],
  ["2026-11-02T00:00:00Z~2026-11-01T00:00:00Z", null],
  ["a~b", null],
  ["2026-01-01~+012026-01-01", null],
  ["-012026-01-01~2026-01-01", null],
  ["<script>", null],
])("the range %s is read as %o", (text, range) => {
  expect(parseRange(text)).toEqual(range);
});

test("a span that was written is read back", () => {
  const [from, to] = [new Date("2026-11-01T00:00:05Z"), new Date("2026-11-09T00:00:00Z")];
  expect(parseRange(writeSpan(from, to))).toEqual({ kind: "span", from, to });
});

test("the last days end just behind now, so that the newest point is among them", () => {
  const { from, to } = resolveRange({ kind: "last", seconds: day }, { now, earliest: null, latest: null });
  expect(to.getTime()).toBeGreaterThan(now.getTime());
  expect(to.getTime() - from.getTime()).toBe(day * 1000);
});

test("all is as long as the numbers with a little room at both ends, also where they ended long ago, and at least an hour", () => {
  const [earliest, latest] = [new Date("2025-03-03T08:00:00Z"), new Date("2025-03-03T11:00:00Z")];
  const { from, to } = resolveRange({ kind: "all" }, { now, earliest, latest });
  expect(from.getTime()).toBeLessThan(earliest.getTime());
  expect(to.getTime()).toBeGreaterThan(latest.getTime());
  expect(to.getTime() - from.getTime()).toBeLessThan(3.2 * 3_600_000);
  const single = resolveRange({ kind: "all" }, { now, earliest, latest: earliest });
  expect(single).toEqual({ from: new Date("2025-03-03T07:30:00Z"), to: new Date("2025-03-03T08:30:00.001Z") });
});

test("the default is one of those that are offered", () => {
  expect(parseRange(RANGE_DEFAULT)).not.toBeNull();
});

test.each([
  [null, null, "14d"],
  [100, 0, "14d"],
  [10, 6, "14d"],
  [100, 14.01, "30d"],
  [640, 638, "all"],
  // Three hours of numbers would be a few pixels of two weeks.
  [0.125, 0, "all"],
  [638.1, 638, "all"],
])("where numbers are from %s to %s days old and nobody chose, the range is %s", (oldest, newest, range) => {
  const now = new Date("2026-03-01T00:00:00Z");
  const ago = (days: number | null) => (days === null ? null : new Date(now.getTime() - days * 86_400_000));
  expect(usualRange({ earliest: ago(oldest), latest: ago(newest) }, now)).toBe(range);
});
