import { expect, test } from "vitest";
import { hasDeleteOp } from "#lib/causes/ghost-delete.ts";
import { someCdcEvidence, someKey, someTableEvidence } from "#lib/testing/causes.ts";

test.each<[string, ReturnType<typeof someKey>, ReturnType<typeof someTableEvidence>, boolean | null]>([
  ["op d beside an update", someKey({ op: "u" }, { op: "d" }), someCdcEvidence(), true],
  ["op D beside an update", someKey({ op: "u" }, { op: "D" }), someCdcEvidence(), true],
  ["op delete beside an update", someKey({ op: "u" }, { op: "delete" }), someCdcEvidence(), true],
  ["op DELETE beside an update", someKey({ op: "u" }, { op: "DELETE" }), someCdcEvidence(), true],
  ["Flink's row kind beside an update", someKey({ op: "+U" }, { op: "-D" }), someCdcEvidence(), true],
  ["an insert and an update", someKey({ op: "c" }, { op: "u" }), someCdcEvidence(), false],
  ["an op that is not known", someKey({ op: "c" }, { op: null }), someCdcEvidence(), null],
  ["a delete beside an op that is not known", someKey({ op: "d" }, { op: null }), someCdcEvidence(), true],
  ["a CDC table without an op column", someKey({}, {}), someCdcEvidence({ without: ["op"] }), null],
  ["another table without one", someKey({}, {}), someTableEvidence(), false],
  ["another table with one", someKey({ op: "c" }, { op: "d" }), someTableEvidence({ with: ["op"] }), true],
])("a delete is still a row: %s", (_, key, table, expected) => {
  expect(hasDeleteOp(key, table)).toBe(expected);
});
