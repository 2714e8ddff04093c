import { expect, test } from "vitest";
import type { IncidentSince } from "#lib/contracts/since.ts";
import { judgedVerdict } from "#lib/testing/judged-verdict.ts";
import { sayProof } from "./row-proof.ts";
import { sayVerdict, type VerdictInput } from "./verdict-words.ts";

const SINCE: IncidentSince = {
  snapshotId: "1",
  committedAt: "2026-09-20T22:07:10.000Z",
  operation: "append",
  lastGoodAt: "2026-09-18T22:05:27.000Z",
  unreadBetween: false,
  isFirst: false,
};
const values = { duplicated_keys: 163, surplus_rows: 163, distinct_keys: 2018, multi_partition_keys: 160 };
const wrong: VerdictInput = {
  tableName: "shop.orders",
  promise: "unique",
  verdict: judgedVerdict({ values }, SINCE),
  why: null,
  trust: { level: "exact", direction: null, reasons: [] },
  values,
};

test("the sentence is the stored one, dated by its limit, and what else is known follows", () => {
  expect(sayVerdict(wrong)).toEqual({
    lead: "163 keys are duplicated (163 extra rows)",
    since: { at: SINCE.committedAt, orEarlier: false },
    because: "160 keys have rows from more than one Kafka partition.",
  });
});

test("why the keys are duplicated replaces where their rows come from", () => {
  const why = "All because topic shop.orders grew from 6 to 12 partitions.";
  expect(sayVerdict({ ...wrong, why }).because).toBe(why);
  expect(sayVerdict({ ...wrong, why, promise: "none" }).because).not.toContain(why);
});

test.each([
  ["snapshots before it are unread", { unreadBetween: true }, true],
  ["no good snapshot is known", { lastGoodAt: null }, true],
  ["it is the table's first snapshot", { lastGoodAt: null, isFirst: true }, false],
])("if %s, it may have begun earlier or not", (_, changes, orEarlier) => {
  const verdict = judgedVerdict({ values }, { ...SINCE, ...changes });
  expect(sayVerdict({ ...wrong, verdict }).since).toEqual({ at: SINCE.committedAt, orEarlier });
});

test("a lower bound says so", () => {
  const trust = { level: "partial", direction: "at least", reasons: ["Two files were left out."] } as const;
  const { lead, because } = sayVerdict({ ...wrong, verdict: judgedVerdict({ values, trust }), trust });
  expect(lead).toBe("At least 163 keys are duplicated (163 extra rows)");
  expect(because).toContain("The counts are lower bounds. Two files were left out.");
});

test("a second finding follows with its own limit", () => {
  const verdict = judgedVerdict({ values: { ...values, delete_ratio: 0.497 } });
  expect(sayVerdict({ ...wrong, verdict }).because).toContain("Delete ratio is 0.497 (limit 0.200).");
});

test("what is OK says how much was counted", () => {
  const counted = { distinct_keys: 892, surplus_rows: 0 };
  const fine: VerdictInput = { ...wrong, verdict: judgedVerdict({ values: counted }), values: counted };
  expect(sayVerdict(fine)).toMatchObject({ lead: "No duplicates", because: "Each of the 892 orders has one row." });
  const leftOut = { level: "partial", direction: "at least", reasons: ["A column was left out."] } as const;
  expect(sayVerdict({ ...fine, trust: leftOut }).because).toContain("Each of the 892 orders that were counted has one row.");
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
