import { expect, test } from "vitest";
import { estimateSeconds, SMALL_BYTES } from "#lib/estimate-seconds.ts";

test.each<[number, Parameters<typeof estimateSeconds>[1], number | null]>([
  [SMALL_BYTES - 1, { smallMs: 300, bytesPerMs: 1 }, 0.3],
  [SMALL_BYTES - 1, { smallMs: null, bytesPerMs: 1000 }, null],
  [SMALL_BYTES * 10, { smallMs: null, bytesPerMs: SMALL_BYTES }, 0.01],
  [SMALL_BYTES * 10, { smallMs: 500, bytesPerMs: SMALL_BYTES }, 0.51],
  [SMALL_BYTES * 10, { smallMs: 500, bytesPerMs: null }, null],
])("%d bytes at the speed %j take %s seconds, and what nobody measured is not guessed", (bytes, speed, seconds) => {
  expect(estimateSeconds(bytes, speed)).toBe(seconds);
});
