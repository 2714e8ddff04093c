import { describe, expect, test } from "vitest";
import type { BenchTable } from "#e2e/bench/bench-table.ts";
import type { Measurement } from "#e2e/bench/measure-case.ts";
import { reportSummary } from "#e2e/bench/report.ts";
import { median, summarize } from "#e2e/bench/summary.ts";

const table = (rows: number): BenchTable => ({
  recipe: "",
  shape: "few",
  rows,
  metadataFile: "",
  dataFiles: [],
  bytes: 1,
  truth: { rows, distinct_keys: 1, duplicated_keys: 1, surplus_rows: 1, multi_partition_keys: 1, multi_key_bytes_keys: 1 },
});

const run = (id: string, wallMs: number): Measurement => ({
  case: id,
  fault: null,
  ended: true,
  parts: { read: wallMs / 2 },
  wallMs,
  processorMs: wallMs,
  residentBytesMax: wallMs,
  othersShare: 0,
});

describe("the summary of a bench", () => {
  test("a median of an even number of values lies between the middle two", () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  test("a ratio is taken within a round, so that a slow round does not move it", () => {
    const rounds = [
      [run("seeds", 1000), run("ours", 100)],
      [run("seeds", 9000), run("ours", 900)],
      [run("seeds", 1000), run("ours", 100)],
    ];
    const { ratios } = summarize(table(1_000_000), rounds);
    expect(ratios.find((ratio) => ratio.name === "time / seeds")).toEqual({ name: "time / seeds", value: 0.1, bar: null });
  });

  test("bars hold at 20 million rows, and a missed one is called missed", () => {
    const summary = summarize(table(20_000_000), [[run("seeds", 1000), run("ours", 130)]]);
    expect(summary.ratios.find((ratio) => ratio.name === "time / seeds")?.bar).toBe(0.12);
    expect(reportSummary(summary, 1)).toMatch(/time \/ seeds +0\.130 +MISSED \(≤ 0\.12\)/);
  });

  test("what the causes cost is held against the same check without them", () => {
    const { ratios } = summarize(table(20_000_000), [[run("ours", 100), run("ours-explained", 140)]]);
    const ratio = ratios.find(({ name }) => name === "processor time with causes / without");
    expect(ratio).toMatchObject({ value: 1.4, bar: 1.5 });
  });

  test("100 million rows have a bar of memory alone", () => {
    const { ratios } = summarize(table(100_000_000), [[run("seeds", 1000), { ...run("ours", 130), residentBytesMax: 2e9 }]]);
    expect(ratios.filter(({ bar }) => bar !== null)).toEqual([{ name: "memory / 1 GB", value: 2, bar: 1.5 }]);
  });

  test("a case that was left out has no ratio", () => {
    expect(summarize(table(20_000_000), [[run("ours", 100)]]).ratios.map(({ name }) => name)).toEqual(["memory / 1 GB"]);
  });

  test("a busy machine is named", () => {
    const summary = summarize(table(1_000_000), [[{ ...run("ours", 100), othersShare: 0.4 }]]);
    expect(reportSummary(summary, 1)).toContain("other processes took up to 40 %");
  });
});
