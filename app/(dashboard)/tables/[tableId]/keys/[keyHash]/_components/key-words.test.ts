import { expect, test } from "vitest";
import type { SampledKey } from "#lib/iceberg/contract.ts";
import { sayEvidence, sayVerdict } from "./key-words.ts";

const key = (more: Partial<SampledKey>): SampledKey => ({ key: ["1"], rowCount: 2, partitions: [], keyBytesHex: [], rows: [], ...more });
const rows = (count: number) => Array<SampledKey["rows"][number]>(count);

test.each([
  [2, "unique", "Two rows, should be one."],
  [1200, "unique", "1,200 rows, should be one."],
  [1, "unique", "One row: this key is not duplicated."],
  [3, "none", "Three rows, as this key may have: it promises nothing."],
] as const)("%i rows of a key that promises %s", (rowCount, promise, words) => {
  expect(sayVerdict({ rowCount }, promise)).toBe(words);
});

test("the evidence names columns, partitions and key bytes, and says when not all rows are shown", () => {
  const drifted = key({ rowCount: 2, partitions: ["orders/4", "orders/10"], keyBytesHex: ["31", "32"], rows: rows(2) });
  expect(sayEvidence(drifted, ["status", "amount"])).toBe(
    "They differ in status and amount. They lie in Kafka partitions 4 and 10. They were sent with 2 different keys.",
  );
  expect(sayEvidence(key({ rowCount: 2, rows: rows(2) }), [])).toBe("They are equal in all business columns.");
  expect(sayEvidence(key({ rowCount: 900, rows: rows(50) }), [])).toBe(
    "The rows shown are equal in all business columns. The 50 rows shown are those that were kept.",
  );
  expect(sayEvidence(key({ rowCount: 1, rows: rows(1) }), [])).toBe("");
});
