import { expect, test } from "vitest";
import { someTable } from "#lib/testing/table-definition.ts";
import { bucketRowsPerKey, viewKeyList } from "./key-list-view.ts";

const { columns } = someTable({ columns: { eventTime: "at" } });
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
  expect(viewKeyList([record(rows)], columns, null)).toEqual([
    {
      keyHash: "ab",
      parts: [{ text: "A-1", masked: false }],
      rowCount: 2,
      partitions: "4 and 10",
      differs: "at and status",
      latestAt: "2026-11-26T15:31:02.000Z",
    },
  ]);
});

test("equal rows say so, other key bytes are named first, and what was left out is no difference", () => {
  const same = [{ id: "1" }, { id: "1" }];
  expect(viewKeyList([record(same)], columns, null)[0]?.differs).toBe("nothing: rows are equal");
  expect(viewKeyList([record(same, { keyBytesHex: ["31", "32"] })], columns, null)[0]?.differs).toBe("key bytes");
  expect(viewKeyList([record(same, { rowCount: 90 })], columns, null)[0]?.differs).toBe("nothing among the rows kept");
});

test("a masked part of a key is marked as such", () => {
  expect(viewKeyList([record([{ id: "1" }], { key: ["masked", ""] })], columns, null)[0]?.parts).toEqual([
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
