import { expect, test } from "vitest";
import { hasSeveralKeyBytes, isRetry } from "#lib/causes/key-is-not-business-key.ts";
import { someKey, someTableEvidence } from "#lib/testing/causes.ts";

test.each<[string, ReturnType<typeof someKey>, ReturnType<typeof someTableEvidence>, boolean | null]>([
  ["two", someKey({ keyBytesHex: "37" }, { keyBytesHex: "38" }), someTableEvidence(), true],
  ["one", someKey({}, {}), someTableEvidence(), false],
  ["one, and a row without", someKey({}, { keyBytesHex: null }), someTableEvidence(), null],
  ["one, and a row with empty ones", someKey({}, { keyBytesHex: "" }), someTableEvidence(), null],
  ["two, and a row without", someKey({}, { keyBytesHex: "38" }, { keyBytesHex: null }), someTableEvidence(), true],
  ["no column for them", someKey({ keyBytesHex: null }, { keyBytesHex: null }), someTableEvidence({ without: ["kafkaKey"] }), null],
])("more than one key bytes: %s", (_, key, table, expected) => {
  expect(hasSeveralKeyBytes(key, table)).toBe(expected);
});

test.each<[string, ReturnType<typeof someKey>, boolean | null]>([
  ["alike", someKey({ content: 1 }, { content: 1 }), true],
  ["not all alike", someKey({ content: 1 }, { content: 1 }, { content: 2 }), false],
  ["one that cannot be compared", someKey({ content: 1 }, { content: null }), null],
  ["two that differ and one that cannot be compared", someKey({ content: 1 }, { content: 2 }, { content: null }), false],
])("one request was sent again: rows that are %s", (_, key, expected) => {
  expect(isRetry(key)).toBe(expected);
});
