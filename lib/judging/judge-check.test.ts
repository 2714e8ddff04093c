import { describe, expect, test } from "vitest";
import { CHECKS } from "#lib/checks/registry.ts";
import type { Finding } from "#lib/contracts/finding.ts";
import { judgeCheck, type JudgedTable } from "#lib/judging/judge-check.ts";
import type { ObservedKey } from "#lib/judging/observed-key.ts";
import type { MetricName } from "#lib/metrics.ts";
import type { CheckId } from "#lib/names.ts";
import { someAccepted, someFinding } from "#lib/testing/incidents.ts";

const EXACT = { level: "exact", direction: null } as const;
const AT_LEAST = { level: "untrusted", direction: "at least" } as const;
const UNTRUSTED = { level: "untrusted", direction: null } as const;

type Values = Partial<Record<MetricName, number | null>>;

const NOW = new Date(Date.UTC(2026, 2, 1, 13));

function key(values: Values, changes: Partial<ObservedKey> = {}): ObservedKey {
  return {
    key: { id: "key 1", name: "id" },
    observedAt: NOW,
    promise: "unique",
    trust: EXACT,
    values,
    limits: {},
    accepted: {},
    past: [],
    ...changes,
  };
}

/** Hourly observations of one metric, newest first; the newest at noon. */
function past(name: MetricName, numbers: readonly number[]): ObservedKey["past"] {
  return numbers.map((value, at) => ({ observedAt: new Date(Date.UTC(2026, 2, 1, 12 - at)), values: { [name]: value } }));
}

function judge(id: CheckId, keys: ObservedKey | ObservedKey[], table: Partial<JudgedTable> = {}) {
  const check = CHECKS.find((one) => one.id === id);
  if (!check) throw new Error(`there is no check ${id}`);
  return judgeCheck(check, { keys: [keys].flat(), held: [], leftOut: [], ...table });
}

function findings(judgment: ReturnType<typeof judge>): readonly Finding[] {
  return judgment.outcome === "finding" ? judgment.findings : [];
}

describe("a key that promises one row each", () => {
  test("regresses with its first surplus row, without any training", () => {
    const judged = judge("duplicates", key({ surplus_rows: 1, duplicated_keys: 1 }, { past: past("surplus_rows", [0]) }));
    expect(findings(judged)).toEqual([
      {
        check: "duplicates",
        kind: "first_surplus",
        severity: "warn",
        metric: "surplus_rows",
        key: { id: "key 1", name: "id" },
        value: 1,
        bound: null,
        limit: 1,
        expected: null,
        sentence: "1 key is duplicated (1 extra row).",
      },
    ]);
  });

  test("that had some before, or is seen for the first time, has passed a limit", () => {
    expect(findings(judge("duplicates", key({ surplus_rows: 5 }, { past: past("surplus_rows", [4]) })))).toMatchObject([{ kind: "limit" }]);
    expect(findings(judge("duplicates", key({ surplus_rows: 5 })))).toMatchObject([{ kind: "limit" }]);
  });

  test("is not judged by it where the table switched that limit off", () => {
    expect(judge("duplicates", key({ surplus_rows: 5 }, { limits: { surplus_rows: { warnAt: null, alertAt: null } } })).outcome).toBe(
      "good",
    );
  });
});

test.each<[string, CheckId, MetricName, number, ObservedKey["limits"]]>([
  ["a delete ratio", "delete_backlog", "delete_ratio", 0.31, {}],
  ["files", "delete_backlog", "data_files", 10_000, { data_files: { warnAt: 5000 } }],
  ["rows", "duplicates", "rows", 1e9, { rows: { alertAt: 1e9 } }],
  ["an age", "freshness", "snapshot_age_seconds", 7200, { snapshot_age_seconds: { warnAt: 3600 } }],
  ["a lag", "freshness", "commit_lag_seconds", 700, { commit_lag_seconds: { warnAt: 600 } }],
])("%s beyond its configured limit is found", (_, check, metric, value, limits) => {
  expect(findings(judge(check, key({ [metric]: value }, { limits })))).toMatchObject([{ metric, value, kind: "limit" }]);
});

describe("trust", () => {
  test("a lower bound beyond a limit is found, and says at least", () => {
    const [finding] = findings(judge("duplicates", key({ surplus_rows: 18, duplicated_keys: 18 }, { trust: AT_LEAST })));
    expect(finding).toMatchObject({ bound: "at least", sentence: "At least 18 keys are duplicated (18 extra rows)." });
  });

  test("what is untrusted opens nothing", () => {
    expect(judge("duplicates", key({ surplus_rows: 18 }, { trust: UNTRUSTED }))).toEqual({ outcome: "unjudgeable", kept: [] });
    expect(judge("duplicates", key({ surplus_rows: 18 }, { trust: { level: "untrusted", direction: "at most" } })).outcome).not.toBe(
      "finding",
    );
  });

  test("and resolves nothing: neither does a lower bound of zero, nor a number that is missing", () => {
    const held = [someFinding()];
    expect(judge("duplicates", key({ surplus_rows: 0 }, { trust: UNTRUSTED }), { held }).outcome).toBe("unjudgeable");
    expect(judge("duplicates", key({ surplus_rows: 0 }, { trust: AT_LEAST }), { held }).outcome).toBe("unjudgeable");
    expect(judge("duplicates", key({ surplus_rows: null }), { held }).outcome).toBe("unjudgeable");
    expect(judge("duplicates", key({ surplus_rows: 0 }), { held }).outcome).toBe("good");
  });

  test("an upper bound of zero proves that all is well", () => {
    const judged = judge("duplicates", key({ surplus_rows: 0 }, { trust: { level: "untrusted", direction: "at most" } }), {
      held: [someFinding()],
    });
    expect(judged.outcome).toBe("good");
  });
});

describe("an accepted level", () => {
  const accepted = { surplus_rows: someAccepted(5000) };

  test("is not wrong, and neither near nor held against the table", () => {
    expect(judge("duplicates", key({ surplus_rows: 5000 }, { accepted }), { held: [someFinding()] })).toEqual({
      outcome: "accepted",
      metrics: [{ keyId: "key 1", metric: "surplus_rows" }],
    });
  });

  test.each([
    [5001, "warn", 5001],
    [5100, "alert", 5001],
  ])("the next rise to %d is a %s again, from the raised limit on", (value, severity, limit) => {
    const [finding] = findings(judge("duplicates", key({ surplus_rows: value }, { accepted })));
    expect(finding).toMatchObject({ severity, limit });
    expect(finding?.sentence).toMatch(/limit 5,001, 5,000 accepted\)\.$/);
  });

  test("of a ratio is its limit, not inclusive", () => {
    const ratio = (delete_ratio: number) =>
      judge("delete_backlog", key({ delete_ratio }, { accepted: { delete_ratio: someAccepted(0.4) } })).outcome;
    expect([ratio(0.4), ratio(0.41)]).toEqual(["accepted", "finding"]);
  });
});

describe("a metric without limits is judged by its past", () => {
  const calm = Array.from({ length: 72 }, (_, at) => 100 + (at % 3));
  const ofKeys = (multi_partition_keys: number, numbers: number[], changes: Partial<ObservedKey> = {}) =>
    key({ multi_partition_keys }, { promise: "none", past: past("multi_partition_keys", numbers), ...changes });
  const moved = (value: number, numbers: number[], table: Partial<JudgedTable> = {}) =>
    judge("partitions_per_key", ofKeys(value, numbers), table);

  test("a jump that two observations show is a change, with what was to be expected", () => {
    const [finding] = findings(moved(4000, [4000, ...calm]));
    expect(finding).toMatchObject({ kind: "change", severity: "warn", limit: null, value: 4000 });
    expect(finding?.expected?.high).toBeLessThan(120);
    expect(finding?.sentence).toMatch(/^4,000 keys in several partitions \(usually at most 11\d\)\.$/);
  });

  test("what one observation shows may pass, unless the one before it is hours ago", () => {
    expect(moved(4000, calm).outcome).toBe("good");
    const later = { observedAt: new Date(NOW.getTime() + 4 * 3_600_000) };
    expect(judge("partitions_per_key", ofKeys(4000, calm, later)).outcome).toBe("finding");
  });

  test("a difference below the least worth telling is none, and neither is a fall", () => {
    expect(moved(9, [9, ...Array<number>(72).fill(0)]).outcome).toBe("good");
    expect(moved(11, [11, ...Array<number>(72).fill(0)]).outcome).toBe("finding");
    expect(moved(0, [0, ...calm]).outcome).toBe("good");
  });

  test("a past of less than a day says nothing", () => {
    expect(moved(4000, [4000, ...calm.slice(0, 22)]).outcome).toBe("good");
    expect(moved(4000, [4000, ...calm.slice(0, 23)]).outcome).toBe("finding");
  });

  test("observations in the span of an incident are left out of it", () => {
    const bad = [...Array<number>(48).fill(4000), ...calm.slice(0, 30)];
    expect(moved(4000, bad).outcome).toBe("good");
    expect(moved(4000, bad, { leftOut: [{ from: new Date(NOW.getTime() - 48 * 3_600_000), to: null }] }).outcome).toBe("finding");
  });

  test("a change that outlasts the past goes on until the number is back where it was usual", () => {
    const held = [
      someFinding({ check: "partitions_per_key", metric: "multi_partition_keys", limit: null, expected: { low: 90, high: 112 } }),
    ];
    const leftOut = [{ from: new Date(0), to: null }];
    const outcome = (value: number) => moved(value, Array<number>(72).fill(4000), { held, leftOut }).outcome;
    expect([outcome(4000), outcome(110), outcome(101)]).toEqual(["finding", "near", "good"]);
  });

  test("a change does not become usual while it goes on", () => {
    // Bad for a week and an hour, in a past that lacks the same time two weeks ago but for one number.
    const leftOut = [{ from: new Date(NOW.getTime() - 169 * 3_600_000), to: null }];
    const numbers = Array.from({ length: 502 }, (_, at) => (at < 169 ? 4000 : 100));
    const gap = past("multi_partition_keys", numbers).filter((_, at) => at !== 335 && at !== 336);
    expect(judge("partitions_per_key", ofKeys(4000, [], { past: gap }), { leftOut }).outcome).toBe("finding");
  });

  test("a count of keys may grow with the table's keys", () => {
    const sized = (distinct_keys: number, then: number, value = 4000) =>
      judge("partitions_per_key", {
        ...ofKeys(value, []),
        values: { multi_partition_keys: value, distinct_keys },
        past: [value, ...Array<number>(72).fill(1000)].map((multi_partition_keys, at) => ({
          observedAt: new Date(Date.UTC(2026, 2, 1, 12 - at)),
          values: { multi_partition_keys, distinct_keys: then },
        })),
      }).outcome;
    expect([sized(40_000, 10_000), sized(10_000, 10_000), sized(10_000, 40_000)]).toEqual(["good", "finding", "finding"]);
    expect(sized(10_000, 40_000, 1000)).toBe("good");
  });

  test("a tenth more duplicates is no news, but that is a tenth of the duplicates and not of the rows", () => {
    const factor = (duplicate_factor: number) =>
      judge("duplicates", {
        ...key({ duplicate_factor }, { promise: "none" }),
        past: past("duplicate_factor", [duplicate_factor, ...Array<number>(72).fill(1.5)]),
      }).outcome;
    expect([factor(1.54), factor(1.56)]).toEqual(["good", "finding"]);
  });

  test("a limit of its table takes its place", () => {
    const limits = { multi_partition_keys: { warnAt: 10_000 } };
    expect(judge("partitions_per_key", ofKeys(4000, [4000, ...calm], { limits })).outcome).toBe("good");
  });
});

describe("hysteresis", () => {
  const held = [someFinding({ check: "delete_backlog", metric: "delete_ratio", key: null, value: 0.25 })];
  test.each([
    [0.2, "finding"],
    [0.19, "near"],
    [0.181, "near"],
    [0.17, "good"],
  ])("a delete ratio that was beyond 0.2 and is %d: %s", (delete_ratio, outcome) => {
    expect(judge("delete_backlog", key({ delete_ratio }), { held }).outcome).toBe(outcome);
  });

  test("a metric that was not wrong may be near its limit", () => {
    expect(judge("delete_backlog", key({ delete_ratio: 0.1, equality_delete_files: 95 }), { held }).outcome).toBe("good");
  });

  test("beside a new finding it is kept while it is near, and dropped when it is clear", () => {
    const kept = (delete_ratio: number) => judge("delete_backlog", key({ delete_ratio, equality_delete_files: 200 }), { held });
    expect(kept(0.19)).toMatchObject({ outcome: "finding", kept: [{ metric: "delete_ratio" }] });
    expect(kept(0.1)).toMatchObject({ outcome: "finding", kept: [] });
  });
});

describe("of several keys", () => {
  const line = { id: "key 2", name: "line" };

  test("the worst leads, and each is named", () => {
    const judged = judge("duplicates", [key({ surplus_rows: 2 }), key({ surplus_rows: 900 }, { key: line })]);
    expect(findings(judged).map(({ key: of, severity }) => [of?.name, severity])).toEqual([
      ["line", "alert"],
      ["id", "warn"],
    ]);
    expect(findings(judged)[0]?.sentence).toMatch(/^Key line: /);
  });

  test("what is the table's is found once", () => {
    const judged = judge("delete_backlog", [key({ delete_ratio: 0.3 }), key({ delete_ratio: 0.3 }, { key: line })]);
    expect(findings(judged)).toMatchObject([{ metric: "delete_ratio", key: null }]);
  });

  test("one that the table has no more is held against it no longer", () => {
    expect(judge("duplicates", key({ surplus_rows: 0 }), { held: [someFinding({ key: line })] }).outcome).toBe("good");
  });
});
