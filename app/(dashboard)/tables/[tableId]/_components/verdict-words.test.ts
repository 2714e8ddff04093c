import { expect, test } from "vitest";
import { judgedVerdict } from "#lib/testing/judged-verdict.ts";
import { sayProof } from "./row-proof.ts";
import { sayBecause, type VerdictInput } from "./verdict-words.ts";

const values = { duplicated_keys: 163, surplus_rows: 163, distinct_keys: 2018, multi_partition_keys: 160 };
const wrong: VerdictInput = {
  tableName: "shop.orders",
  promise: "unique",
  verdict: judgedVerdict({ values }),
  why: null,
  trust: { level: "exact", direction: null, reasons: [] },
  values,
};

test("where the rows come from is said while nobody knows why", () => {
  expect(sayBecause(wrong)).toBe("160 keys have rows from more than one Kafka partition.");
});

test("why the keys are duplicated replaces where their rows come from", () => {
  const why = "All because topic shop.orders grew from 6 to 12 partitions.";
  expect(sayBecause({ ...wrong, why })).toBe(why);
  expect(sayBecause({ ...wrong, why, promise: "none" })).not.toContain(why);
});

test("a lower bound says so", () => {
  const trust = { level: "partial", direction: "at least", reasons: ["Two files were left out."] } as const;
  const because = sayBecause({ ...wrong, verdict: judgedVerdict({ values, trust }), trust });
  expect(because).toContain("The counts are lower bounds. Two files were left out.");
});

test("a second finding follows with its own limit", () => {
  const verdict = judgedVerdict({ values: { ...values, delete_ratio: 0.497 } });
  expect(sayBecause({ ...wrong, verdict })).toContain("Delete ratio is 0.497 (limit 0.200).");
});

test("what is OK says how much was counted", () => {
  const counted = { distinct_keys: 892, surplus_rows: 0 };
  const fine: VerdictInput = { ...wrong, verdict: judgedVerdict({ values: counted }), values: counted };
  expect(sayBecause(fine)).toBe("Each of the 892 orders has one row.");
  const leftOut = { level: "partial", direction: "at least", reasons: ["A column was left out."] } as const;
  expect(sayBecause({ ...fine, trust: leftOut })).toContain("Each of the 892 orders that were counted has one row.");
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
