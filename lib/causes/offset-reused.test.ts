import { expect, test } from "vitest";
import { reusesOffset } from "#lib/causes/offset-reused.ts";
import { someKey, someTableEvidence } from "#lib/testing/causes.ts";

test.each<[string, ReturnType<typeof someKey>, ReturnType<typeof someTableEvidence>, boolean | null]>([
  ["another timestamp", someKey({ offset: "5" }, { offset: "5", kafkaTimestamp: "2000" }), someTableEvidence(), true],
  ["other key bytes", someKey({ offset: "5" }, { offset: "5", keyBytesHex: "38" }), someTableEvidence(), true],
  ["the same record", someKey({ offset: "5" }, { offset: "5" }), someTableEvidence(), false],
  ["other offsets", someKey({ offset: "5" }, { offset: "6", kafkaTimestamp: "2000" }), someTableEvidence(), false],
  ["no partition column", someKey({ partition: null }, { partition: null }), someTableEvidence({ without: ["kafkaPartition"] }), null],
])("two records have the same coordinates: %s", (_, key, table, expected) => {
  expect(reusesOffset(key, table)).toBe(expected);
});
