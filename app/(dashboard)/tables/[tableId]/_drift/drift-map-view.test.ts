import { expect, test } from "vitest";
import { viewDriftMap } from "./drift-map-view.ts";
import type { DriftWindow } from "#lib/iceberg/contract-causes.ts";

const window = (partitionCount: number): DriftWindow => ({
  partitioner: "murmur2",
  partitionCount,
  firstAt: null,
  lastAt: null,
  firstSnapshotId: null,
  rows: 10,
  rowsInTime: 10,
});

test("a topic that grew from 6 to 12 partitions has six rows, twelve columns, and a line before the seventh", () => {
  const view = viewDriftMap({
    windows: [window(6), window(12)],
    moves: [
      { from: 0, to: 6, keys: 90 },
      { from: 4, to: 10, keys: 20 },
    ],
  });
  expect(view?.rows.map(({ label, keys }) => [label, keys])).toEqual([
    ["0", 90],
    ["1", 0],
    ["2", 0],
    ["3", 0],
    ["4", 20],
    ["5", 0],
  ]);
  expect(view?.columns).toHaveLength(12);
  expect(view?.columns.filter(({ isNew }) => isNew).map(({ label }) => label)).toEqual(["6", "7", "8", "9", "10", "11"]);
  expect(view).toMatchObject({ newFrom: 6, keys: 110, bucket: 1 });
  expect(view?.cells).toEqual([
    { row: 0, column: 6, keys: 90, depth: 3, name: "0 → 6" },
    { row: 4, column: 10, keys: 20, depth: 1, name: "4 → 10" },
  ]);
});

test("of more than 64 partitions neighbours share a line, and their keys are added up", () => {
  const view = viewDriftMap({
    windows: [window(512), window(1024)],
    moves: [
      { from: 0, to: 512, keys: 2 },
      { from: 15, to: 527, keys: 3 },
      { from: 16, to: 528, keys: 1 },
    ],
  });
  expect(view?.columns).toHaveLength(64);
  expect(view?.rows).toHaveLength(32);
  expect(view?.cells.map(({ name, keys }) => [name, keys])).toEqual([
    ["0–15 → 512–527", 5],
    ["16–31 → 528–543", 1],
  ]);
  expect(view?.newFrom).toBe(32);
});

test("where two clients share one count no partition is new, and without a drifted key there is no map", () => {
  const view = viewDriftMap({ windows: [window(6), { ...window(6), partitioner: "crc32" }], moves: [{ from: 5, to: 0, keys: 1 }] });
  expect(view?.newFrom).toBeNull();
  expect(view?.columns.some(({ isNew }) => isNew)).toBe(false);
  expect(viewDriftMap({ windows: [window(6)], moves: [] })).toBeNull();
});
