import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { mapAtOnce } from "#lib/map-at-once.ts";

/** Works on weights, each for as many milliseconds, and tells what went on at a time. */
async function watch(weights: number[], limits: { itemsMax: number; weightMax: number }) {
  let running: number[] = [];
  const seen: number[][] = [];
  const results = await mapAtOnce(weights, { ...limits, weightOf: (weight) => weight }, async (weight) => {
    running.push(weight);
    seen.push([...running]);
    await sleep(weight);
    running = running.toSpliced(running.indexOf(weight), 1);
    return -weight;
  });
  return { results, seen };
}

test("results keep the order of the items, whichever ends first", async () => {
  expect((await watch([30, 1, 10], { itemsMax: 3, weightMax: 1000 })).results).toEqual([-30, -1, -10]);
  expect((await watch([], { itemsMax: 3, weightMax: 1000 })).results).toEqual([]);
});

test("no more than so many, and no more than so much, is worked on at a time", async () => {
  const many = await watch([5, 5, 5, 5, 5], { itemsMax: 2, weightMax: 1000 });
  expect(Math.max(...many.seen.map((running) => running.length))).toBe(2);
  const heavy = await watch([6, 6, 2, 2], { itemsMax: 4, weightMax: 8 });
  expect(Math.max(...heavy.seen.map((running) => running.reduce((sum, one) => sum + one, 0)))).toBe(8);
});

test("what weighs more than the limit is worked on alone", async () => {
  const { seen, results } = await watch([2, 20, 2], { itemsMax: 4, weightMax: 8 });
  expect(seen).toEqual([[2], [20], [2]]);
  expect(results).toHaveLength(3);
});

test("the first error is thrown after all that was begun has ended, and nothing more is begun", async () => {
  const begun: number[] = [];
  let ended = 0;
  const working = mapAtOnce([1, 2, 3, 4], { itemsMax: 2, weightMax: 100, weightOf: () => 1 }, async (item) => {
    begun.push(item);
    await sleep(item === 1 ? 1 : 20);
    if (item === 1) throw new Error("the first");
    ended++;
  });
  await expect(working).rejects.toThrow("the first");
  expect({ begun, ended }).toEqual({ begun: [1, 2], ended: 1 });
});
