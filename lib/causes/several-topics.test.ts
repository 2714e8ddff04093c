import { expect, test } from "vitest";
import { hasSeveralTopics } from "#lib/causes/several-topics.ts";
import { someKey, someTableEvidence } from "#lib/testing/causes.ts";

test.each<[string, ReturnType<typeof someKey>, ReturnType<typeof someTableEvidence>, boolean | null]>([
  ["two", someKey({}, { topic: "dc2.orders" }), someTableEvidence(), true],
  ["one", someKey({}, {}), someTableEvidence(), false],
  ["one, and a row without", someKey({}, { topic: null }), someTableEvidence(), null],
  ["two, and a row without", someKey({}, { topic: "dc2.orders" }, { topic: null }), someTableEvidence(), true],
  ["no topic column", someKey({ topic: null }, { topic: null }), someTableEvidence({ without: ["kafkaTopic"] }), null],
])("more than one topic: %s", (_, key, table, expected) => {
  expect(hasSeveralTopics(key, table)).toBe(expected);
});
