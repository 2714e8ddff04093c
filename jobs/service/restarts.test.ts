import { expect, test } from "vitest";
import { afterDeath } from "#jobs/service/restarts.ts";

test.each([
  ["a first death is answered at once", [1000], true, { restart: true, delayMs: 0 }],
  ["a second one after half a second", [0, 1000], true, { restart: true, delayMs: 500 }],
  ["each further one later", [0, 200, 400, 600, 1000], true, { restart: true, delayMs: 4000 }],
  ["the eighth within five minutes ends it", [1, 2, 3, 4, 5, 6, 7, 1000], true, { restart: false, deaths: 8, withinMs: 999 }],
  ["one that never worked ends at its third death", [1, 2, 1000], false, { restart: false, deaths: 3, withinMs: 999 }],
  ["deaths of long ago are forgotten", [-400_000, -399_000, 1000], false, { restart: true, delayMs: 0 }],
])("%s", (_, deathsMs, wasReady, expected) => {
  expect(afterDeath({ deathsMs, wasReady }, 1000)).toEqual(expected);
});
