import { expect, test } from "vitest";
import { snapshotOverlaps } from "#lib/causes/snapshot-overlap.ts";
import { someCdcEvidence, someKey, someTableEvidence } from "#lib/testing/causes.ts";

test.each<[string, ReturnType<typeof someKey>, ReturnType<typeof someTableEvidence>, boolean | null]>([
  ["a read and its own insert", someKey({ op: "r", payload: 1 }, { op: "c", payload: 1 }), someCdcEvidence(), true],
  ["an insert and its own read", someKey({ op: "c", payload: 1 }, { op: "r", payload: 1 }), someCdcEvidence(), true],
  ["a read and another insert", someKey({ op: "r", payload: 1 }, { op: "c", payload: 2 }), someCdcEvidence(), false],
  ["two reads", someKey({ op: "r" }, { op: "r" }), someCdcEvidence(), true],
  ["a read and an update", someKey({ op: "r" }, { op: "u" }), someCdcEvidence(), false],
  ["payloads that cannot be compared", someKey({ op: "r" }, { op: "c" }), someCdcEvidence(), null],
  ["an op that is not known", someKey({ op: "r" }, { op: null }), someCdcEvidence(), null],
  ["a CDC table without an op column", someKey({}, {}), someCdcEvidence({ without: ["op"] }), null],
  ["another table without one", someKey({}, {}), someTableEvidence(), false],
])("a snapshot overlaps with the stream: %s", (_, key, table, expected) => {
  expect(snapshotOverlaps(key, table)).toBe(expected);
});
