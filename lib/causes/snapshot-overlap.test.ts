import { expect, test } from "vitest";
import { snapshotOverlaps } from "#lib/causes/snapshot-overlap.ts";
import { someCdcEvidence, someKey, someTableEvidence } from "#lib/testing/causes.ts";

test.each<[string, ReturnType<typeof someKey>, ReturnType<typeof someTableEvidence>, boolean | null]>([
  ["a read and its own insert", someKey({ op: "r", payload: 1 }, { op: "c", payload: 1 }), someCdcEvidence(), true],
  ["an insert and its own read", someKey({ op: "c", payload: 1 }, { op: "r", payload: 1 }), someCdcEvidence(), true],
  [
    "a read and another insert",
    someKey({ op: "r", payload: 1, lsn: ["9"] }, { op: "c", payload: 2, lsn: ["10"] }),
    someCdcEvidence(),
    false,
  ],
  ["two reads", someKey({ op: "r" }, { op: "r" }), someCdcEvidence(), true],
  ["a read and an update with its payload", someKey({ op: "r", payload: 1 }, { op: "u", payload: 1 }), someCdcEvidence(), true],
  ["a later update", someKey({ op: "r", payload: 1, lsn: ["9"] }, { op: "u", payload: 2, lsn: ["10"] }), someCdcEvidence(), false],
  ["an earlier update", someKey({ op: "r", payload: 1, lsn: ["10"] }, { op: "u", payload: 2, lsn: ["9"] }), someCdcEvidence(), true],
  [
    "an earlier update that lies before it",
    someKey({ op: "r", payload: 1, lsn: ["10"], offset: "7" }, { op: "u", payload: 2, lsn: ["9"], offset: "6" }),
    someCdcEvidence(),
    false,
  ],
  ["an update at its position", someKey({ op: "r", payload: 1, lsn: ["9"] }, { op: "u", payload: 2, lsn: ["9"] }), someCdcEvidence(), true],
  ["an earlier part first", someKey({ op: "r", lsn: ["b.02", "4"] }, { op: "c", lsn: ["b.01", "9"] }), someCdcEvidence(), true],
  ["no position", someKey({ op: "r", payload: 1, lsn: [null] }, { op: "u", payload: 2, lsn: ["9"] }), someCdcEvidence(), null],
  ["positions of two kinds", someKey({ op: "r", payload: 1, lsn: ["0/9"] }, { op: "u", payload: 2, lsn: ["9"] }), someCdcEvidence(), null],
  ["no log position column", someKey({ op: "r", payload: 1 }, { op: "u", payload: 2 }), someCdcEvidence(), null],
  ["payloads that cannot be compared", someKey({ op: "r", lsn: ["9"] }, { op: "c", lsn: ["10"] }), someCdcEvidence(), null],
  ["an op that is not known", someKey({ op: "r" }, { op: null }), someCdcEvidence(), null],
  ["a CDC table without an op column", someKey({}, {}), someCdcEvidence({ without: ["op"] }), null],
  ["another table without one", someKey({}, {}), someTableEvidence(), false],
])("a snapshot overlaps with the stream: %s", (_, key, table, expected) => {
  expect(snapshotOverlaps(key, table)).toBe(expected);
});
