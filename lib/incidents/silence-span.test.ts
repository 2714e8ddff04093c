import { expect, test } from "vitest";
import { spanOf } from "#lib/incidents/silence-span.ts";

const NOW = new Date("2026-03-01T10:00:00Z");
const on = (day: number): Date => new Date(NOW.getTime() + day * 86_400_000);

test("a span begins now, unless it begins later", () => {
  expect(spanOf({ from: null, until: on(1), now: NOW })).toEqual({ from: NOW, until: on(1) });
  expect(spanOf({ from: on(-3), until: on(1), now: NOW }).from).toEqual(NOW);
  expect(spanOf({ from: on(2), until: on(3), now: NOW }).from).toEqual(on(2));
  expect(spanOf({ from: null, until: on(366), now: NOW }).until).toEqual(on(366));
});

test.each<[string, Date | null, Date, RegExp]>([
  ["one that is over", null, NOW, /^2026-03-01 10:00 UTC is over already/],
  ["one that ends before it begins", on(3), on(2), /^It would end \(2026-03-03 10:00 UTC\) before it begins \(2026-03-04 10:00 UTC\)/],
  ["one that lasts longer than a year", on(2), on(369), /longer than a year; choose an end before 2027-03-04 10:00 UTC/],
])("%s is refused, and it says which end would do", (_, from, until, message) => {
  expect(() => spanOf({ from, until, now: NOW })).toThrow(message);
});
