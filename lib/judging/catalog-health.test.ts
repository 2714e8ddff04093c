import { expect, test } from "vitest";
import type { CatalogHealth } from "#lib/contracts/catalog-health.ts";
import { afterLook, isQuiet, type CatalogLook } from "#lib/judging/catalog-health.ts";

const START = Date.parse("2026-03-01T12:00:00Z");
const at = (seconds: number): Date => new Date(START + seconds * 1000);
const fails = (retryAfterMs: number | null = null): CatalogLook => ({
  ok: false,
  error: { code: "catalog_unreachable", message: "It is down." },
  retryAfterMs,
});

/** Looks at these seconds; what does not change it leaves it as it was. */
function after(looks: readonly [seconds: number, look: CatalogLook][]): CatalogHealth | null {
  let health: CatalogHealth | null = null;
  for (const [seconds, look] of looks) health = afterLook(health, "lake", look, at(seconds)) ?? health;
  return health;
}
const stateAfter = (...looks: [number, CatalogLook][]) => after(looks)?.state;

test("it is ill after a minute and two looks, whichever comes last", () => {
  expect(stateAfter([0, fails()])).toBe("doubtful");
  expect(stateAfter([0, fails()], [59, fails()])).toBe("doubtful");
  expect(stateAfter([0, fails()], [60, fails()])).toBe("ill");
  expect(stateAfter([0, fails()], [6, fails()], [20, fails()], [45, fails()])).toBe("doubtful");
});

test("one answer makes it well at once, and the count begins anew", () => {
  expect(
    after([
      [0, fails()],
      [70, fails()],
      [80, { ok: true }],
    ]),
  ).toMatchObject({ state: "well", failures: 0, error: null, quietUntil: null });
  expect(stateAfter([0, fails()], [50, { ok: true }], [70, fails()])).toBe("doubtful");
});

test("it is left alone for twice as long after each failure, five minutes at most", () => {
  let health: CatalogHealth | null = null;
  const waits: number[] = [];
  for (let seconds = 0, looks = 0; looks < 9; looks++) {
    health = afterLook(health, "lake", fails(), at(seconds));
    const wait: number = (Date.parse(health?.quietUntil ?? "") - at(seconds).getTime()) / 1000;
    waits.push(wait);
    seconds += wait;
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
});

test("what it asks for is kept to, an hour at most, and never less than we would wait ourselves", () => {
  expect(after([[0, fails(120_000)]])?.quietUntil).toBe(at(120).toISOString());
  expect(after([[0, fails(86_400_000)]])?.quietUntil).toBe(at(3600).toISOString());
  expect(after([[0, fails(1000)]])?.quietUntil).toBe(at(5).toISOString());
});

test("several looks that fail at the same time count once", () => {
  expect(
    after([
      [0, fails()],
      [1, fails()],
      [2, fails()],
    ]),
  ).toMatchObject({ failures: 1, quietUntil: at(5).toISOString() });
});

test("when it answered last is kept to a minute, and when it recovered only where it was ill", () => {
  const healthy = after([
    [0, { ok: true }],
    [59, { ok: true }],
  ]);
  expect(healthy).toMatchObject({ lastWellAt: at(0).toISOString(), recoveredAt: null });
  expect(
    after([
      [0, { ok: true }],
      [60, { ok: true }],
    ])?.lastWellAt,
  ).toBe(at(60).toISOString());
  expect(
    after([
      [0, fails()],
      [10, { ok: true }],
    ])?.recoveredAt,
  ).toBeNull();
  expect(
    after([
      [0, fails()],
      [70, fails()],
      [90, { ok: true }],
      [200, fails()],
    ]),
  ).toMatchObject({
    state: "doubtful",
    recoveredAt: at(90).toISOString(),
    lastWellAt: at(90).toISOString(),
  });
});

test("a clock that was set back holds up nothing", () => {
  expect(isQuiet({ quietUntil: at(5).toISOString() }, at(0))).toBe(true);
  expect(isQuiet({ quietUntil: at(5).toISOString() }, at(5))).toBe(false);
  expect(isQuiet({ quietUntil: at(5).toISOString() }, at(-7200))).toBe(false);
});
