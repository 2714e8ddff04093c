import { expect, test } from "vitest";
import type { Figure } from "#e2e/bench/web-case.ts";
import { reportWeb, summarizeWeb } from "#e2e/bench/web-summary.ts";

const round = (p95: number, score: number): Figure[] => [
  { name: "p95", value: p95, unit: "ms", bar: { atMost: 200 } },
  { name: "performance", value: score, unit: "points", bar: { atLeast: 95 } },
  { name: "p50", value: 20, unit: "ms" },
];

test("each figure is the median of its rounds, and says whether its bar was met", () => {
  const { figures } = summarizeWeb("web-pages", "month", [round(100, 99), round(900, 94), round(200, 80)]);
  expect(figures.map(({ value, met }) => [value, met])).toEqual([
    [200, true],
    [94, false],
    [20, null],
  ]);
});

test("the report has a line for each figure with its bar", () => {
  const report = reportWeb(summarizeWeb("web-pages", "month", [round(201, 95)]), 1);
  expect(report).toMatch(/^p95 +201 ms {2}bar: at most 200 ms, missed$/m);
  expect(report).toMatch(/^performance +95 {2}bar: at least 95, met$/m);
  expect(report).toMatch(/^p50 +20 ms$/m);
});
