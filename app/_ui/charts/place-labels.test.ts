import { expect, test } from "vitest";
import { placeLabels } from "./place-labels.ts";

const item = (id: string, x: number, rank = 0, label = "compaction") => ({ id, x, label, rank });
const lane = { width: 1000, left: 48, rows: 3 };

test("a label stands right of its line, and left of it at the lane's end", () => {
  const { labels } = placeLabels([item("a", 100), item("b", 990)], lane);
  expect(labels.map(({ id, side, row }) => `${id} ${side} ${row}`).toSorted()).toEqual(["a right 0", "b left 0"]);
});

test("labels that would cover each other go to other sides and rows", () => {
  const { labels, numbers } = placeLabels([item("a", 500), item("b", 505), item("c", 510), item("d", 515)], lane);
  expect(new Set(labels.map(({ row, side }) => `${row} ${side}`)).size).toBe(labels.length);
  expect(labels.length + numbers.flatMap(({ ids }) => ids).length).toBe(4);
});

test("what has no room becomes a number, near ones share it, and nothing is lost", () => {
  const items = Array.from({ length: 40 }, (_, at) => item(String(at), 500 + at));
  const { labels, numbers } = placeLabels(items, lane);
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, at) => at + 1));
  expect([...labels.map(({ id }) => id), ...numbers.flatMap(({ ids }) => ids)].toSorted()).toEqual(items.map(({ id }) => id).toSorted());
  for (const [at, { x }] of numbers.entries()) expect(x - (numbers[at - 1]?.x ?? -Infinity)).toBeGreaterThanOrEqual(20);
});

test("where there is not room for all, the lower rank is named", () => {
  const { labels } = placeLabels([item("rest", 500, 4), item("version", 500, 0)], { ...lane, width: 575, rows: 1, left: 495 });
  expect(labels.map(({ id }) => id)).toEqual(["version"]);
});

test("without rows all are numbers", () => {
  expect(placeLabels([item("a", 100), item("b", 300)], { ...lane, rows: 0 })).toMatchObject({
    labels: [],
    numbers: [{ number: 1 }, { number: 2 }],
  });
});
