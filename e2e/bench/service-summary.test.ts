import { expect, test } from "vitest";
import { summarizeService } from "#e2e/bench/service-summary.ts";

test("a service case is told by its medians, and its ratio by the ratios within the rounds", () => {
  const rounds = [
    { ms: 3000, otherMs: 1000, runs: 60 },
    { ms: 12_000, otherMs: 6000, runs: 60 },
    { ms: 4000, otherMs: 500, runs: 60 },
  ];
  expect(summarizeService("runs-per-minute", rounds)).toMatchObject({ ms: 4000, otherMs: 1000, ratio: 3, runsPerMinute: 900 });
});

test("a case that is not about runs has no rate", () => {
  expect(summarizeService("first-facts", [{ ms: 5000, otherMs: 2000 }])).toMatchObject({ ratio: 2.5, runsPerMinute: null });
});

test("a case about one process is told with the median of its peaks of memory", () => {
  const rounds = [300, 500, 400].map((residentBytesMax) => ({ ms: 1, otherMs: 1, residentBytesMax }));
  expect(summarizeService("plan-many-files", rounds)).toMatchObject({ residentBytesMax: 400 });
  expect(summarizeService("first-facts", [{ ms: 5000, otherMs: 2000 }])).toMatchObject({ residentBytesMax: null });
});
