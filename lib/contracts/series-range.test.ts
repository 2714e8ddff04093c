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
  const { from, to } = resolveRange({ kind: "last", seconds: day }, { now, earliest: null });
  expect(to.getTime()).toBeGreaterThan(now.getTime());
  expect(to.getTime() - from.getTime()).toBe(day * 1000);
});

test("all begins with the first number, and is at least a day", () => {
  const earliest = new Date("2026-01-01T00:00:00Z");
  expect(resolveRange({ kind: "all" }, { now, earliest }).from).toEqual(earliest);
  expect(resolveRange({ kind: "all" }, { now, earliest: now }).from).toEqual(new Date("2026-11-26T09:00:00Z"));
});

test("the default is one of those that are offered", () => {
  expect(parseRange(RANGE_DEFAULT)).not.toBeNull();
});

test.each([
  [null, "14d"],
  [0, "14d"],
  [14, "14d"],
  [14.01, "30d"],
  [638, "all"],
])("where the newest number is %s days old and nobody chose, %s are shown, so that it is seen", (days, range) => {
  const now = new Date("2026-03-01T00:00:00Z");
  expect(usualRange(days === null ? null : new Date(now.getTime() - days * 86_400_000), now)).toBe(range);
});
