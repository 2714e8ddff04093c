import { describe, expect, test } from "vitest";
import { previewLimits, type ReplayAsked, type ReplayPoint } from "#lib/incidents/preview-limits.ts";
import type { MetricName } from "#lib/metrics.ts";

const HOUR_MS = 3_600_000;
const EXACT = { level: "exact", direction: null } as const;
const UNTRUSTED = { level: "untrusted", direction: null } as const;
const AT_LEAST = { level: "untrusted", direction: "at least" } as const;

const hour = (at: number): Date => new Date(Date.UTC(2026, 2, 1) + at * HOUR_MS);

type Seen = number | null | { value: number; trust: ReplayPoint["trust"] };

/** Hourly snapshots. */
function series(metric: MetricName, numbers: readonly Seen[], from = 0): ReplayPoint[] {
  return numbers.map((seen, at) => {
    const { value, trust } = seen !== null && typeof seen === "object" ? seen : { value: seen, trust: EXACT };
    return { at: hour(from + at), snapshotId: String(from + at), engine: "duckdb", trust, values: { [metric]: value } };
  });
}

function preview(metric: MetricName, numbers: readonly Seen[], changes: Partial<ReplayAsked> = {}) {
  const points = series(metric, numbers);
  return previewLimits({
    metric,
    key: { id: "key 1", name: "id" },
    promise: "unique",
    limits: undefined,
    accepted: [],
    before: [],
    points,
    ...changes,
  });
}

/** From which hour to which it would have been open; null: to the end. */
function spans(metric: MetricName, numbers: readonly Seen[], changes: Partial<ReplayAsked> = {}): (number | null)[][] {
  const at = (time: Date | null) => (time === null ? null : (time.getTime() - hour(0).getTime()) / HOUR_MS);
  return preview(metric, numbers, changes).openings.map(({ openedAt, resolvedAt }) => [at(openedAt), at(resolvedAt)]);
}

const times = (count: number, value: Seen): Seen[] => Array.from({ length: count }, () => value);
const LIMITS = { warnAt: 10, alertAt: 100 };
const CALM = Array.from({ length: 30 }, (_, at) => 100 + (at % 3));

describe("a surplus of a promised key, warned of at 10", () => {
  test.each<[string, Seen[], (number | null)[][]]>([
    ["calm opens nothing", times(9, 0), []],
    ["a spike of one snapshot opens once and ends with the third good one", [0, 40, 0, 0, 0, 0], [[1, 4]]],
    ["a step stays open to the end", [0, 0, 40, 40, 40], [[2, null]]],
    ["a drift opens where it reaches the limit", [2, 4, 6, 8, 10, 12], [[4, null]]],
    [
      "a spike that comes back within a week is a second firing",
      [0, 40, 0, 0, 0, 40, 0, 0, 0],
      [
        [1, 4],
        [5, 8],
      ],
    ],
    ["nine tenths of the limit are no good run: it stays open", [0, 10, 9, 9, 9, 9], [[1, null]]],
    ["just below nine tenths are good runs", [0, 10, 8, 8, 8], [[1, 4]]],
    ["one that is near breaks a row of good ones", [0, 10, 8, 8, 9, 8, 8, 8], [[1, 7]]],
    ["numbers that were not computed are no good runs", [0, 10, null, null, null, 0, 0, 0], [[1, 7]]],
    ["untrusted numbers open nothing", [0, { value: 40, trust: UNTRUSTED }, 0], []],
    ["untrusted numbers are no good runs either", [40, ...times(3, { value: 0, trust: UNTRUSTED })], [[0, null]]],
    ["an untrusted lower bound beyond the limit opens", [0, { value: 40, trust: AT_LEAST }, 0, 0, 0], [[1, 4]]],
    ["what is wrong from the first point on opens there", [40, 40], [[0, null]]],
    ["carried facts are runs like others", [40, 0, 0, 0], [[0, 3]]],
  ])("%s", (_, numbers, expected) => {
    expect(spans("surplus_rows", numbers, { limits: LIMITS })).toEqual(expected);
  });

  test("an opening has the gravest severity, the worst number, the snapshot, and whether it began before", () => {
    const { openings } = preview("surplus_rows", [0, 40, { value: 130, trust: AT_LEAST }, 20], { limits: LIMITS });
    expect(openings).toMatchObject([{ severity: "alert", worst: 130, bound: "at least", snapshotId: "1", fromStart: false }]);
    expect(preview("surplus_rows", [40], { limits: LIMITS }).openings).toMatchObject([{ fromStart: true }]);
  });

  test("a key without a promise has no such limit", () => {
    expect(spans("surplus_rows", [0, 400], { limits: LIMITS, promise: "none" })).toEqual([]);
  });

  test("switched off it opens nothing, and left to the check it opens with the first row", () => {
    expect(spans("surplus_rows", [0, 400], { limits: { warnAt: null, alertAt: null } })).toEqual([]);
    expect(spans("surplus_rows", [0, 1])).toEqual([[1, null]]);
  });
});

describe("an accepted level", () => {
  const accepted = [{ level: 40, from: hour(1), to: hour(4) }];

  test("what is accepted is not wrong while it holds, and is once it has ended", () => {
    expect(spans("surplus_rows", times(6, 40), { limits: LIMITS, accepted })).toEqual([
      [0, 1],
      [4, null],
    ]);
    expect(spans("surplus_rows", times(6, 40), { limits: LIMITS })).toEqual([[0, null]]);
  });

  test("the next rise opens from the level on, and the edge says so", () => {
    const { openings, points } = preview("surplus_rows", [0, 40, 50], { limits: LIMITS, accepted });
    expect(openings.map(({ worst }) => worst)).toEqual([50]);
    expect(points.map(({ edge }) => edge())).toEqual([10, 50, 50]);
  });
});

describe("a metric that its past judges", () => {
  const asked = { promise: "none" } as const;

  test("too few earlier numbers judge nothing; enough of them open at what is not usual, once it was seen twice", () => {
    expect(spans("multi_partition_keys", [...CALM.slice(0, 9), 4000, 4000], asked)).toEqual([]);
    expect(spans("multi_partition_keys", [...CALM, 4000, 4000], asked)).toEqual([[31, null]]);
    expect(spans("multi_partition_keys", [...CALM, 4000, 100, 100], asked)).toEqual([]);
  });

  test("numbers from before the span count for what is usual and open nothing", () => {
    const before = series("multi_partition_keys", [...CALM, 4000], -31);
    const { openings, points } = preview("multi_partition_keys", [4000], { ...asked, before });
    expect([openings.length, points.length]).toEqual([1, 1]);
  });

  test("a step does not become usual while it is open", () => {
    expect(spans("multi_partition_keys", [...CALM, ...times(200, 4000)], asked)).toEqual([[31, null]]);
  });

  test("of another engine and untrusted, numbers say nothing about what is usual", () => {
    const before = series("multi_partition_keys", CALM, -30);
    const other = before.map((point) => ({ ...point, engine: "trino" }));
    const doubtful = before.map((point) => ({ ...point, trust: UNTRUSTED }));
    expect(spans("multi_partition_keys", [4000, 4000], { ...asked, before })).toEqual([[1, null]]);
    expect(spans("multi_partition_keys", [4000, 4000], { ...asked, before: other })).toEqual([]);
    expect(spans("multi_partition_keys", [4000, 4000], { ...asked, before: doubtful })).toEqual([]);
  });

  test("of an hour the last number counts, and of some weeks ago none", () => {
    const before = series("multi_partition_keys", CALM, -30);
    const crowded = before.flatMap((point) => [{ ...point, values: { multi_partition_keys: 9000 } }, point]);
    const { points } = preview("multi_partition_keys", [4000], { ...asked, before: crowded });
    expect(points[0]?.edge()).toBeLessThan(200);
    const old = before.map((point) => ({ ...point, at: new Date(point.at.getTime() - 29 * 24 * HOUR_MS) }));
    expect(preview("multi_partition_keys", [4000], { ...asked, before: old }).points[0]?.edge()).toBeNull();
  });

  test("a difference below the least that is worth telling opens nothing, and the edge is where it would", () => {
    const { openings, points } = preview("multi_partition_keys", [...times(30, 0), 9], asked);
    expect([openings, points.at(-1)?.edge(), points.at(0)?.edge()]).toEqual([[], 10, null]);
  });

  test("a limit takes the place of the past", () => {
    expect(spans("multi_partition_keys", [...CALM, 4000, 4000], { ...asked, limits: { warnAt: 5000 } })).toEqual([]);
  });
});
