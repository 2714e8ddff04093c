import { expect, test } from "vitest";
import { viewDriftStrip } from "./drift-strip-view.ts";
import type { DriftWindow } from "#lib/iceberg/contract-causes.ts";

const window = (partitioner: DriftWindow["partitioner"], partitionCount: number, rows: number): DriftWindow => ({
  partitioner,
  partitionCount,
  firstAt: "2026-03-01T00:00:00.000Z",
  lastAt: "2026-03-02T00:00:00.000Z",
  firstSnapshotId: null,
  rows,
  rowsInTime: rows,
});
const span = (...rows: number[]) => ({ from: "2026-03-01T00:00:00.000Z", to: "2026-03-02T00:00:00.000Z", rows });

test("a bar's parts stand on one another, as high as they have rows of the tallest bar", () => {
  const view = viewDriftStrip({
    windows: [window("murmur2", 6, 6), window("murmur2", 12, 10)],
    strip: [span(5, 0, 0), span(1, 8, 1), span(0, 2, 0)],
  });
  expect(view?.bars.map(({ parts }) => parts.map(({ series, low, high }) => [series, low, high]))).toEqual([
    [[0, 0, 0.5]],
    [
      [0, 0, 0.1],
      [1, 0.1, 0.9],
      [2, 0.9, 1],
    ],
    [[1, 0, 0.2]],
  ]);
  expect(view?.series.map(({ rows }) => rows)).toEqual([6, 10, 1]);
});

test("a count has its depth and a client its pattern, what nothing explains is hatched", () => {
  const windows = [window("murmur2", 6, 1), window("crc32", 6, 1), window("murmur2", 12, 1), window(null, 12, 1)];
  const view = viewDriftStrip({ windows, strip: [span(1, 1, 1, 1, 0)] });
  expect(view?.series.map(({ look }) => look)).toEqual([
    { depth: 1, pattern: "plain" },
    { depth: 1, pattern: "striped" },
    { depth: 2, pattern: "plain" },
    { depth: null, pattern: "hatched" },
  ]);
});

test("without times there is no strip", () => {
  expect(viewDriftStrip({ windows: [window("murmur2", 6, 1)], strip: [] })).toBeNull();
});
