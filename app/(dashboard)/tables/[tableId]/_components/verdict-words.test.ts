import { expect, test } from "vitest";
import { sayProof } from "./row-proof.ts";
import { sayVerdict, type VerdictInput } from "./verdict-words.ts";

const surplus = {
  metric: "surplus_rows",
  label: "Surplus rows",
  unit: "rows",
  worse: "higher",
  value: 163,
  limit: 100,
  firstLimit: 1,
  broken: true,
  followsDirection: true,
} as const;
const at = new Date("2026-09-20T22:07:10Z");
const wrong: VerdictInput = {
  tableName: "shop.orders",
  promise: "unique",
  verdict: { state: "alert", sentence: "163 keys have more than one row: 163 surplus rows." },
  passed: [surplus],
  why: null,
  trust: { level: "exact", direction: null, reasons: [] },
  values: { duplicated_keys: 163, surplus_rows: 163, distinct_keys: 2018, multi_partition_keys: 160 },
  since: { committedAt: at, lastBelowAt: new Date("2026-09-18T22:05:27Z"), unreadBetween: false, isFirst: false },
};

test("the sentence counts the table's own things, and says what else is known of them", () => {
  expect(sayVerdict(wrong)).toEqual({
    state: "alert",
    lead: "163 orders have more than one row",
    since: { kind: "at", at },
    because: "That is 163 surplus rows. 160 keys have rows from more than one Kafka partition.",
  });
});

test("why the keys are duplicated takes the place of where their rows lie", () => {
  const why = "All of them because topic shop.orders has 12 partitions in the place of 6.";
  expect(sayVerdict({ ...wrong, why }).because).toBe(`That is 163 surplus rows. ${why}`);
  expect(sayVerdict({ ...wrong, why, promise: "none" }).because).not.toContain(why);
});

test("where snapshots before the first were not read, it began some time between two", () => {
  const since = sayVerdict({ ...wrong, since: { ...(wrong.since ?? never()), unreadBetween: true } }).since;
  expect(since).toEqual({ kind: "between", after: new Date("2026-09-18T22:05:27Z"), at });
});

test.each([
  [true, "first"],
  [false, "at least"],
])("without a snapshot below the limit it is the table's first snapshot (%s) or the least that is known", (isFirst, kind) => {
  const since = sayVerdict({ ...wrong, since: { committedAt: at, lastBelowAt: null, unreadBetween: false, isFirst } }).since;
  expect(since?.kind).toBe(kind);
});

test("a lower bound says so", () => {
  const { lead, because } = sayVerdict({
    ...wrong,
    trust: { level: "partial", direction: "at least", reasons: ["Two files were left out."] },
  });
  expect(lead).toBe("At least 163 orders have more than one row");
  expect(because).toContain('The counts hold as "at least". Two files were left out.');
});

test("another limit is said with its number, and the next one follows", () => {
  const ratio = {
    ...surplus,
    metric: "delete_ratio",
    label: "Delete ratio",
    unit: "ratio",
    value: 0.497,
    limit: 0.2,
    firstLimit: 0.2,
    broken: false,
  } as const;
  const input: VerdictInput = { ...wrong, verdict: { state: "warning", sentence: "" }, passed: [ratio], since: null, values: {} };
  expect(sayVerdict(input).lead).toBe("Delete ratio: 0.497, over the limit of 0.200");
});

test("what is fine says how much was counted", () => {
  const fine: VerdictInput = {
    ...wrong,
    verdict: { state: "ok", sentence: "One row per key." },
    passed: [],
    since: null,
    values: { distinct_keys: 892 },
  };
  expect(sayVerdict(fine)).toMatchObject({ lead: "Each of the 892 orders has one row", because: "" });
  const leftOut = { level: "partial", direction: "at least", reasons: ["A column was left out."] } as const;
  expect(sayVerdict({ ...fine, trust: leftOut }).lead).toBe("Each of the 892 orders that were counted has one row");
});

test.each([
  [
    { data_rows: 2432, rows: 2181, position_delete_rows: 0, deletion_vector_rows: 251, equality_delete_rows: 0 },
    "2,432 data rows − 251 deleted = 2,181 counted",
  ],
  [
    { data_rows: 10, rows: 10, position_delete_rows: 0, deletion_vector_rows: 0, equality_delete_rows: 0 },
    "10 data rows, none deleted = 10 counted",
  ],
  [
    { data_rows: 1376, rows: 856, position_delete_rows: 98, deletion_vector_rows: 0, equality_delete_rows: 890 },
    "1,376 data rows, 988 delete rows, 856 counted",
  ],
  [{ data_rows: null, rows: 856 }, "not computed"],
])("the arithmetic of rows is a sum only where it is one: %#", (values, said) => {
  expect(sayProof(values, false)).toBe(said);
});

function never(): never {
  throw new Error("the example has a beginning");
}
