import { expect, test } from "vitest";
import { someVerdict } from "#lib/testing/cause-facts.ts";
import { someTable } from "#lib/testing/table-definition.ts";
import { narrowKeys } from "./narrow-keys.ts";

const { columns } = someTable();
const place = { topic: null, offset: null, keyBytesHex: null, file: null, position: null, sequenceNumber: null };
const record = (key: string, { from, to, status }: { from: string; to: string; status: string }, rowCount = 2) => ({
  keyVersionId: 1,
  snapshotId: "42",
  rank: 1,
  keyHash: key,
  key: [key],
  rowCount,
  partitions: [`orders/${from}`, `orders/${to}`],
  keyBytesHex: ["31"],
  rows: [
    { values: { id: key, status: "new" }, partition: from, ...place },
    { values: { id: key, status }, partition: to, ...place },
  ],
  cause: "partition_drift" as const,
  verdict: someVerdict(),
  expiresAt: new Date(0),
});
const KEYS = [
  record("B", { from: "0", to: "6", status: "paid" }),
  record("A", { from: "1", to: "7", status: "new" }),
  record("C", { from: "0", to: "6", status: "new" }),
];
const ALL = { moved: undefined, differs: undefined, sort: null };
const names = (asked: Partial<Parameters<typeof narrowKeys>[1]>) =>
  narrowKeys(KEYS, { ...ALL, ...asked }, columns).keys.map(({ keyHash }) => keyHash);

test("keys are narrowed to a pair of partitions and to a column in which their rows differ", () => {
  expect(names({})).toEqual(["B", "A", "C"]);
  expect(names({ moved: "0-6" })).toEqual(["B", "C"]);
  expect(names({ differs: "Status" })).toEqual(["B"]);
  expect(names({ moved: "0-6", differs: "nothing" })).toEqual([]);
});

test("what the list can be narrowed to is counted over all of its keys, also where it is narrowed", () => {
  expect(narrowKeys(KEYS, { ...ALL, moved: "1-7" }, columns).options).toEqual({
    moved: [
      { value: "0-6", keys: 2 },
      { value: "1-7", keys: 1 },
    ],
    differs: [{ value: "status", keys: 1 }],
  });
});

test("keys are sorted by what their address asks for, unknown ones last", () => {
  expect(names({ sort: "key" })).toEqual(["A", "B", "C"]);
  expect(names({ sort: "moved.desc" })).toEqual(["A", "B", "C"]);
  expect(names({ sort: "differs" })[0]).toBe("B");
});
