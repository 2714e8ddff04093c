import { expect, test } from "vitest";
import { chartedMetric } from "./read-slide-charts.ts";

test("an item charts the metric whose limit it names, and never another one", () => {
  expect(chartedMetric("delete_ratio")).toBe("delete_ratio");
  expect(chartedMetric("seconds_since_compaction")).toBeNull();
  expect(chartedMetric(null)).toBe("surplus_rows");
});
