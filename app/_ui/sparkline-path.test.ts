import { expect, test } from "vitest";
import { sparklinePath } from "./sparkline-path.ts";

test("a series of zeros is its base line alone, with a dot at the end", () => {
  expect(sparklinePath([[0.5, 0, 0]], 0, 1)).toEqual({ line: "", hot: "", end: { x: 68, y: 20 } });
});

test("the highest number reaches the top, and the line goes on to the right edge", () => {
  expect(sparklinePath([[0, 5, 5]], 10, null)).toEqual({ line: "M1 11.5L68 3", hot: "", end: { x: 68, y: 3 } });
});

test("a spike inside one stretch is drawn", () => {
  expect(
    sparklinePath(
      [
        [0, 0, 0],
        [0.5, 0, 8],
        [0.6, 0, 0],
      ],
      0,
      null,
    ).line,
  ).toBe("M1 20L34.5 20L34.5 3L41.2 20L68 20");
});

test("the part since the last number below the mark is drawn apart, the rise with it", () => {
  const { line, hot } = sparklinePath(
    [
      [0, 9, 9],
      [0.2, 0, 0],
      [0.5, 0, 0],
      [0.8, 9, 9],
    ],
    9,
    1,
  );
  expect(line).toBe("M1 3L14.4 20L34.5 20");
  expect(hot).toBe("M34.5 20L54.6 3L68 3");
});

test("a series that is at the mark all along is drawn as one part", () => {
  expect(sparklinePath([[0, 4, 4]], 4, 1)).toEqual({ line: "", hot: "M1 3L68 3", end: { x: 68, y: 3 } });
});
