import { expect, test } from "vitest";
import { neverDeletes } from "#lib/causes/upsert-off.ts";
import { someTableEvidence } from "#lib/testing/causes.ts";

test.each<[string, ReturnType<typeof someTableEvidence>, boolean | null]>([
  ["no snapshot deleted anything", someTableEvidence({ neverDeletes: true }), true],
  ["one did", someTableEvidence({ neverDeletes: false }), false],
  ["a manifest cannot be read", someTableEvidence({ neverDeletes: null }), null],
])("the table was only ever appended to: %s", (_, table, expected) => {
  expect(neverDeletes(table)).toBe(expected);
});
