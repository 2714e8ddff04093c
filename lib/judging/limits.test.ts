import { describe, expect, test } from "vitest";
import { readChecks } from "#lib/checks/registry.ts";
import { judgeLimits } from "#lib/judging/limits.ts";
import type { KeyPromise, TrustDirection, TrustLevel } from "#lib/names.ts";
import { someFacts } from "#lib/testing/facts.ts";

const NOW = new Date("2026-03-01T10:05:00Z");
const withSurplus = (surplus: number) => someFacts({ keyProfile: { rows: 1000 + surplus, distinctKeys: 1000, duplicatedKeys: surplus } });

function judge(facts = someFacts(), promise: KeyPromise = "unique", level: TrustLevel = "exact", direction: TrustDirection | null = null) {
  return judgeLimits(readChecks(facts, NOW), { promise, trust: { level, direction } }).map(({ metric, severity, value, limit }) => [
    metric.name,
    severity,
    value,
    limit,
  ]);
}

test("a healthy table passes no limit", () => {
  expect(judge()).toEqual([]);
});

test.each([
  [1, [["surplus_rows", "warn", 1, 1]]],
  [99, [["surplus_rows", "warn", 99, 1]]],
  [100, [["surplus_rows", "alert", 100, 100]]],
])("%d surplus rows of a promised key", (surplus, passed) => {
  expect(judge(withSurplus(surplus))).toEqual(passed);
});

test("surplus rows and rows without a key are no fault of a key that is not promised", () => {
  expect(judge(someFacts({ keyProfile: { rows: 5000, nullKeyRows: 10, distinctKeys: 1000 } }), "none")).toEqual([]);
});

test("a file registered twice is a fault of any table", () => {
  expect(judge(someFacts({ plan: { filesRegisteredTwice: 1 } }), "none")).toEqual([["files_registered_twice", "alert", 1, 1]]);
});

describe("a number is judged as far as the trust carries it", () => {
  test.each<[string, TrustLevel, TrustDirection | null, number]>([
    ["partial, no direction: judged", "partial", null, 1],
    ["partial, a lower bound above the limit: judged", "partial", "at least", 1],
    ["partial, an upper bound above the limit: proves nothing", "partial", "at most", 0],
    ["untrusted, no direction: not judged", "untrusted", null, 0],
    ["untrusted, a lower bound above the limit: judged", "untrusted", "at least", 1],
    ["untrusted, an upper bound above the limit: proves nothing", "untrusted", "at most", 0],
  ])("%s", (_, level, direction, count) => {
    expect(judge(withSurplus(28), "unique", level, direction)).toHaveLength(count);
  });

  test("an untrusted run's numbers that have no direction are not judged", () => {
    const backlog = someFacts({ plan: { equalityDeletes: { files: 5000, rows: 5000, bytes: 1 } } });
    expect(judge(backlog, "unique", "exact").map(([name]) => name)).toEqual(["equality_delete_files", "delete_ratio"]);
    expect(judge(backlog, "unique", "untrusted", "at least")).toEqual([]);
  });
});

test("a metric that is worse when lower passes its limits downwards", () => {
  const metric = { declaration: { worse: "lower", warnAt: 10, alertAt: 5 }, reading: 7 } as const;
  expect(judgeLimits([metric], { promise: "unique", trust: { level: "exact", direction: null } })).toMatchObject([
    { severity: "warn", limit: 10 },
  ]);
});
