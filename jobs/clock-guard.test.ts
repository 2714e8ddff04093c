import { pino } from "pino";
import { expect, test } from "vitest";
import { createClockGuard } from "#jobs/clock-guard.ts";

const HOUR_MS = 3_600_000;

/** What is told of two looks, between which so much went by on the clock and in truth. */
function look(clockMs: number, steadyMs: number): string {
  let told = "";
  const log = pino({}, { write: (line: string) => (told += line) });
  const now = { clock: Date.UTC(2026, 2, 1), steady: 0 };
  const guard = createClockGuard({ now: () => new Date(now.clock), log }, () => now.steady);
  now.clock += clockMs;
  now.steady += steadyMs;
  guard.look();
  guard.look();
  return told;
}

test.each<[string, number, number, RegExp]>([
  ["set forward", 2 * HOUR_MS, 1000, /set forward by 2 h/],
  ["set back", -2 * HOUR_MS, 1000, /set back by 2 h/],
])("a clock that was %s is told once", (_, clockMs, steadyMs, sentence) => {
  const lines = look(clockMs, steadyMs).trim().split("\n");
  expect(lines).toEqual([expect.stringMatching(sentence)]);
});

test("a look gives when the clock last jumped by more than a minute, by the clock after it", () => {
  const now = { clock: Date.UTC(2026, 2, 1), steady: 0 };
  const guard = createClockGuard({ now: () => new Date(now.clock), log: pino({ level: "silent" }) }, () => now.steady);
  now.clock += 59_000;
  expect(guard.look()).toBeNull();
  now.clock += HOUR_MS;
  const jumpedAt = new Date(now.clock);
  expect(guard.look()).toEqual(jumpedAt);
  now.clock += HOUR_MS;
  now.steady += HOUR_MS;
  expect(guard.look()).toEqual(jumpedAt);
});

test.each<[string, number, number]>([
  ["a clock that is corrected by a second", 2000, 1000],
  ["a busy machine whose rounds take long", HOUR_MS, HOUR_MS],
])("%s is no news", (_, clockMs, steadyMs) => {
  expect(look(clockMs, steadyMs)).toBe("");
});
