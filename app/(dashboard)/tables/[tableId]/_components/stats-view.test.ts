import { expect, test } from "vitest";
import { judgedVerdict } from "#lib/testing/judged-verdict.ts";
import { viewStats, type StatsInput } from "./stats-view.ts";

const input: StatsInput = {
  promise: "unique",
  values: {
    surplus_rows: 163,
    duplicated_keys: 160,
    distinct_keys: 2018,
    duplicate_factor: 1.0808,
    multi_partition_keys: 163,
    delete_ratio: 0.103,
    source_lag_seconds: 4000,
  },
  before: { surplus_rows: 97, duplicated_keys: 160, duplicate_factor: 1.0538, multi_partition_keys: 170, delete_ratio: 0.141 },
  notComputed: {},
  verdict: null,
  trust: { level: "exact", direction: null },
  trustBefore: { level: "exact", direction: null },
  limits: {},
};
const by = (changes: Partial<StatsInput> = {}) =>
  Object.fromEntries(viewStats({ ...input, ...changes }).map((stat) => [stat.metric, stat]));

test("each number stands with its change in a week, its limit and what it is of", () => {
  expect(Object.values(by()).map(({ value, note }) => `${value}: ${note}`)).toEqual([
    "163: +66 in 7 d",
    "160: unchanged in 7 d, of 2,018",
    "1.0808: was 1.0538",
    "163: −7 in 7 d",
    "0.103: was 0.141, limit 0.200",
    "67 min: old",
  ]);
});

test("without a snapshot of a week ago no change is made up", () => {
  expect(by({ before: null })["surplus_rows"]?.note).toBe("no number 7 d ago");
});

test("what was not computed is not a number, and gives its reason", () => {
  const { multi_partition_keys: stat } = by({ values: {}, notComputed: { multi_partition_keys: "No Kafka partition is configured." } });
  expect(stat).toMatchObject({ value: null, reason: "No Kafka partition is configured.", note: "" });
});

test("a bound and a doubt are seen", () => {
  const { surplus_rows: stat } = by({ trust: { level: "untrusted", direction: "at least" } });
  expect(stat).toMatchObject({ value: "≥ 163", tone: "doubt" });
});

test("between numbers of which one is a bound or not to be trusted there is no change to tell, but of what the manifests say", () => {
  const notes = Object.values(by({ trustBefore: { level: "partial", direction: "at least" } })).map(({ note }) => note);
  expect(notes.slice(0, 5)).toEqual([
    "change not known",
    "change not known, of 2,018",
    "change not known",
    "change not known",
    "was 0.141, limit 0.200",
  ]);
  expect(by({ trust: { level: "untrusted", direction: null } })["surplus_rows"]?.note).toBe("change not known");
  expect(by({ before: null, trustBefore: null })["surplus_rows"]?.note).toBe("no number 7 d ago");
});

test("a limit that the table sets takes the place of the check's", () => {
  expect(by({ limits: { delete_ratio: { warnAt: 0.4 } } })["delete_ratio"]?.note).toContain("limit 0.400");
  expect(by({ limits: { delete_ratio: { warnAt: null } } })["delete_ratio"]?.note).not.toContain("limit");
});

test("a number has the color and the limit of its finding, and numbers about duplicates that of the extra rows", () => {
  const values = { surplus_rows: 163, duplicated_keys: 160, delete_ratio: 0.558 };
  const stats = by({ values, verdict: judgedVerdict({ values }) });
  expect(stats["surplus_rows"]?.tone).toBe("alert");
  expect(stats["duplicated_keys"]?.tone).toBe("alert");
  expect(stats["delete_ratio"]).toMatchObject({ tone: "alert", note: expect.stringContaining("limit 0.500") as string });
  const accepted = { surplus_rows: { level: 163, by: "Ana", why: "Known.", until: "2026-12-30T09:00:00.000Z" } };
  expect(by({ values, verdict: judgedVerdict({ values, accepted }) })["surplus_rows"]?.tone).toBe("accepted");
});
