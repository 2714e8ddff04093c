import { expect, test } from "vitest";
import { someSnapshots } from "#db/testing/factories.ts";
import { someTable } from "#lib/testing/table-definition.ts";
import { someVerdict } from "#lib/testing/cause-facts.ts";
import { bucketRowsPerKey, viewKeyList as view } from "./key-list-view.ts";

const { columns } = someTable({ columns: { eventTime: "at" } });
const viewKeyList = (
  keys: Parameters<typeof view>[0],
  measure: string | null = null,
  snapshots: Parameters<typeof view>[1]["snapshots"] = [],
) => view(keys, { columns, schema: null, measure, snapshots });
const place = { topic: null, offset: null, partition: null, keyBytesHex: null, file: null, position: null, sequenceNumber: null };
const record = (rows: Record<string, string | null>[], more = {}) => ({
  keyVersionId: 1,
  snapshotId: "42",
  rank: 1,
  keyHash: "ab",
  key: ["A-1"],
  rowCount: rows.length,
  partitions: ["orders/4", "orders/10"],
  keyBytesHex: ["31"],
  rows: rows.map((values) => ({ values, ...place })),
  cause: null,
  verdict: null,
  expiresAt: new Date(0),
  ...more,
});

test("a key says how many rows it has, where, in what they differ, and when it was last written to", () => {
  const rows = [
    { id: "1", status: "paid", at: "2026-11-23 20:05:17+00" },
    { id: "1", status: "delivered", at: "2026-11-26 15:31:02+00" },
  ];
  expect(viewKeyList([record(rows)])).toEqual([
    {
      keyHash: "ab",
      parts: [{ text: "A-1", masked: false }],
      rowCount: 2,
      cause: null,
      isProbable: false,
      partitions: "4 and 10",
      differs: "at and status",
      twice: null,
      sinceAt: null,
      latestAt: "2026-11-26T15:31:02.000Z",
    },
  ]);
});

test("equal rows say so, other key bytes are named first, and what was left out is no difference", () => {
  const same = [{ id: "1" }, { id: "1" }];
  expect(viewKeyList([record(same)])[0]?.differs).toBe("nothing: rows are equal");
  expect(viewKeyList([record(same, { keyBytesHex: ["31", "32"] })])[0]?.differs).toBe("key bytes");
  expect(viewKeyList([record(same, { rowCount: 90 })])[0]?.differs).toBe("nothing among the rows kept");
});

test("a masked part of a key is marked as such", () => {
  expect(viewKeyList([record([{ id: "1" }], { key: ["masked", ""] })])[0]?.parts).toEqual([
    { text: "masked", masked: true },
    { text: "", masked: false },
  ]);
});

test("keys are counted by their number of rows", () => {
  const counts = [
    { rowCount: 2, keys: 40 },
    { rowCount: 4, keys: 1 },
    { rowCount: 9, keys: 2 },
  ];
  expect(bucketRowsPerKey(counts).map(({ keys }) => keys)).toEqual([40, 0, 3]);
});

test("a key whose right row is known says from where to where it went, and what is counted twice", () => {
  const rows = [
    { id: "1", amount: "84.90" },
    { id: "1", amount: "79.90" },
  ];
  const drifted = record(rows, { cause: "partition_drift", verdict: someVerdict() });
  const placed = { ...drifted, rows: drifted.rows.map((row, at) => ({ ...row, partition: at === 0 ? "4" : "10" })) };
  expect(viewKeyList([placed], "Amount")[0]).toMatchObject({ cause: "partition_drift", partitions: "4 → 10", twice: "84.90" });
  const tied = { ...placed, verdict: someVerdict({ winner: null, winnerBy: "undecided", tied: [0, 1] }) };
  expect(viewKeyList([tied], "amount")[0]).toMatchObject({ partitions: "4 and 10", twice: null });
  expect(viewKeyList([{ ...placed, rowCount: 3 }], "amount")[0]?.twice).toBeNull();
  const masked = { ...placed, rows: placed.rows.map((row) => ({ ...row, values: { amount: "masked 1" } })) };
  expect(viewKeyList([masked], "amount")[0]?.twice).toBeNull();
});

test("a key has two rows at least since the second of them was certainly written", () => {
  const [first, second, third] = someSnapshots(3).map((one) => ({ ...one, expiredAt: null }));
  const keyed = record([{ id: "1" }, { id: "1" }, { id: "1" }]);
  const numbered = { ...keyed, rows: keyed.rows.map((row, at) => ({ ...row, sequenceNumber: String(3 - at) })) };
  const known = [first, second, third].flatMap((one) => one ?? []);
  expect(viewKeyList([numbered], null, known)[0]?.sinceAt).toBe("2026-03-01T01:00:00.000Z");
  expect(viewKeyList([numbered], null, known.slice(0, 1))[0]?.sinceAt).toBeNull();
});
