import { expect, test } from "vitest";
import { gridPath, valueAxis } from "./value-axis.ts";

const texts = (max: number, unit: Parameters<typeof valueAxis>[1]) => valueAxis(max, unit).levels.map(({ text }) => text);

test("an axis of counts names whole numbers alone", () => {
  for (const max of [1, 2, 3, 4, 5, 7, 9, 11, 30, 49, 50, 51, 499, 4321])
    for (const { share } of valueAxis(max, "rows").levels) expect(share * valueAxis(max, "rows").top).toSatisfy(Number.isInteger);
  expect(texts(5, "keys")).toEqual(["0", "3", "6"]);
});

test("where nothing is above 0, the axis names nothing else and draws no grid", () => {
  for (const unit of ["rows", "keys", "files", "ratio", "seconds", "bytes"] as const) expect(valueAxis(0, unit).levels).toHaveLength(1);
  expect(gridPath(valueAxis(0, "rows").levels)).toBe("");
  expect(gridPath(valueAxis(100, "rows").levels)).toBe("M0 50H1000M0 0H1000");
});
