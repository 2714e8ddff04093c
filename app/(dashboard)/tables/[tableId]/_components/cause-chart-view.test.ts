import { expect, test } from "vitest";
import type { CausePoint } from "#db/queries/cause-series.ts";
import type { CauseName } from "#lib/names.ts";
import { viewCauseChart } from "./cause-chart-view.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 24, hour));
const RANGE = { from: at(0), to: at(4) };
const point = (hour: number, shares: Partial<Record<CauseName, number>> | null): CausePoint => ({
  at: at(hour),
  snapshotId: String(hour),
  follows: true,
  duplicatedKeys: shares === null ? 3 : Object.values(shares).reduce((sum, keys) => sum + keys, 0),
  shares: shares && Object.entries(shares).map(([cause, keys]) => ({ cause: cause as CauseName, keys })),
});

test("the cause of most keys lies at the base line, and a snapshot's numbers hold until the next", () => {
  const chart = viewCauseChart([point(0, {}), point(1, { unknown: 5, key_encoding: 1 }), point(3, { key_encoding: 4 })], RANGE);
  expect(chart?.levels.at(-1)?.text).toBe("6");
  expect(chart?.layers.map(({ cause, keys, polygon }) => [cause, keys, polygon])).toEqual([
    ["key_encoding", 4, "0% 100%,25% 100%,25% 83.33%,75% 83.33%,75% 33.33%,100% 33.33%,100% 100%,0% 100%"],
    ["unknown", 0, "0% 100%,25% 100%,25% 0%,75% 0%,75% 33.33%,100% 33.33%,100% 33.33%,75% 33.33%,75% 83.33%,25% 83.33%,25% 100%,0% 100%"],
  ]);
});

test("it says since when the first cause is there, and lists the snapshots that changed a number, newest first", () => {
  const chart = viewCauseChart([point(0, {}), point(1, { unkeyed: 2 }), point(2, { unkeyed: 2 }), point(3, { unkeyed: 3 })], RANGE);
  expect(chart?.began).toEqual({ at: at(1), exactly: true });
  expect(chart?.rows.map(({ snapshotId, keys }) => [snapshotId, ...keys])).toEqual([
    ["3", 3],
    ["1", 2],
    ["0", 0],
  ]);
  expect(viewCauseChart([point(1, { unkeyed: 2 })], RANGE)?.began).toBeNull();
});

test("what was not explained is a gap, and never none", () => {
  const chart = viewCauseChart([point(0, { unkeyed: 2 }), point(1, null), point(2, null), point(3, { unkeyed: 2 })], RANGE);
  expect(chart?.gaps).toEqual([{ from: 25, width: 50 }]);
  expect(chart?.rows.map(({ keys }) => keys)).toEqual([[2], [null], [2]]);
});

test("more causes than can be told apart are drawn as one", () => {
  const many = point(0, { unkeyed: 9, ghost_delete: 8, soft_delete: 7, by_design: 6, key_encoding: 5, offset_replayed: 4, unknown: 20 });
  const layers = viewCauseChart([many], RANGE)?.layers ?? [];
  expect(layers.map(({ cause, stands, keys }) => [cause, stands, keys]).slice(-2)).toEqual([
    ["key_encoding", 1, 5],
    [null, 2, 24],
  ]);
});

test("nothing is drawn where nothing was duplicated", () => {
  expect(viewCauseChart([point(0, {}), point(1, {})], RANGE)).toBeNull();
  expect(viewCauseChart([point(0, null)], RANGE)).toBeNull();
});
