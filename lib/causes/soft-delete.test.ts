import { expect, test } from "vitest";
import { isSoftDeleted } from "#lib/causes/soft-delete.ts";
import { someCdcEvidence, someKey, someTableEvidence } from "#lib/testing/causes.ts";

test.each<[string, ReturnType<typeof someKey>, ReturnType<typeof someTableEvidence>, boolean | null]>([
  ["one of two", someKey({ deleted: true }, { deleted: false }), someCdcEvidence(), true],
  ["both", someKey({ deleted: true }, { deleted: true }), someCdcEvidence(), true],
  ["one of three", someKey({ deleted: true }, { deleted: false }, { deleted: false }), someCdcEvidence(), false],
  ["a NULL flag is no flag", someKey({ deleted: null }, { deleted: null }), someCdcEvidence(), false],
  ["a CDC table without such a column", someKey({}, {}), someCdcEvidence({ without: ["deleted"] }), null],
  ["another table without one", someKey({}, {}), someTableEvidence(), false],
])("all rows but at most one are marked as deleted: %s", (_, key, table, expected) => {
  expect(isSoftDeleted(key, table)).toBe(expected);
});
