import { expect, test } from "vitest";
import type { SampleRow } from "#lib/iceberg/contract.ts";
import type { KeyVerdict } from "#lib/iceberg/contract-causes.ts";
import { someVerdict } from "#lib/testing/cause-facts.ts";
import { anEvidentRow } from "#lib/testing/causes.ts";
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
  expect(sayVerdict({ rowCount, rows: [] }, promise)).toBe(words);
});

test("the evidence names columns, partitions and key bytes, and says when not all rows are shown", () => {
  const drifted = key({ rowCount: 2, partitions: ["orders/4", "orders/10"], keyBytesHex: ["31", "32"], rows: rows(2) });
  expect(sayEvidence(drifted, ["status", "amount"])).toBe(
    "They differ in status and amount. They are in Kafka partitions 4 and 10. They were sent with 2 different keys.",
  );
  expect(sayEvidence(key({ rowCount: 2, rows: rows(2) }), [])).toBe("They are equal in all business columns.");
  expect(sayEvidence(key({ rowCount: 900, rows: rows(50) }), [])).toBe(
    "The rows shown are equal in all business columns. The 50 rows shown are those that were kept.",
  );
  expect(sayEvidence(key({ rowCount: 1, rows: rows(1) }), [])).toBe("");
});

test("the verdict names the stale row by what tells it from the right one", () => {
  const sample = (rows: SampleRow[], verdict: Partial<KeyVerdict> = {}, rowCount = rows.length) => ({
    rows,
    rowCount,
    verdict: someVerdict({ rowsSeen: rows.length, ...verdict }),
  });
  const [old, latest] = [anEvidentRow({ partition: "4" }), anEvidentRow({ partition: "10" })];
  expect(sayVerdict(sample([old, latest]), "unique")).toBe("Two rows, should be one. The row in partition 4 is stale.");
  expect(sayVerdict(sample([old, { ...old, offset: "9" }]), "unique")).toBe("Two rows, should be one. The row with offset 100 is stale.");
  expect(sayVerdict(sample([old, { ...old, topic: "mirror" }]), "unique")).toBe(
    "Two rows, should be one. The row from topic orders is stale.",
  );
  const hidden = [anEvidentRow({ partition: "masked 1", offset: "7" }), anEvidentRow({ partition: "masked 2", offset: "8" })];
  expect(sayVerdict(sample(hidden), "unique")).toBe("Two rows, should be one. The row with offset 7 is stale.");
  expect(sayVerdict(sample([old, latest, { ...old, offset: "9" }]), "unique")).toBe(
    "Three rows, should be one. The row in partition 10 is the right one, and the other 2 are stale.",
  );
  expect(sayVerdict(sample([old, latest], {}, 1_000_000), "unique")).toBe(
    "1,000,000 rows, should be one. Among the 2 that were read, the row in partition 10 is the right one.",
  );
  expect(sayVerdict(sample([old, latest], { winner: null, tied: [0, 1] }), "unique")).toBe(
    "Two rows, should be one. Which is the right one is undecided.",
  );
  expect(sayVerdict(sample([old, latest]), "none")).toBe("Two rows, as this key may have: it promises nothing.");
});

test("a key whose latest row is a delete should have none", () => {
  const rows = [anEvidentRow({ op: "u" }), anEvidentRow({ op: "d" })];
  const verdict = someVerdict({ cause: "ghost_delete", winner: 1 });
  expect(sayVerdict({ rows, rowCount: 2, verdict }, "unique")).toBe("Two rows, should be none: the latest change deletes this key.");
  expect(sayVerdict({ rows, rowCount: 2, verdict: { ...verdict, winner: 0 } }, "unique")).toMatch(/^Two rows, should be one\./);
});
