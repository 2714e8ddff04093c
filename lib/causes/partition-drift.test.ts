import { expect, test } from "vitest";
import { hasSeveralPartitions } from "#lib/causes/partition-drift.ts";
import { someKey, someTableEvidence } from "#lib/testing/causes.ts";

test.each<[string, ReturnType<typeof someKey>, ReturnType<typeof someTableEvidence>, boolean | null]>([
  ["two", someKey({}, { partition: "7" }), someTableEvidence(), true],
  ["one", someKey({}, {}), someTableEvidence(), false],
  ["one of each topic", someKey({}, { topic: "dc2.orders", partition: "7" }), someTableEvidence(), false],
  ["a row without", someKey({}, { partition: null }), someTableEvidence(), null],
  ["two, and a row without", someKey({}, { partition: "7" }, { partition: null }), someTableEvidence(), true],
  ["a row without a topic", someKey({}, { topic: null, partition: "7" }), someTableEvidence(), null],
  ["no topic column", someKey({ topic: null }, { topic: null, partition: "7" }), someTableEvidence({ without: ["kafkaTopic"] }), true],
  ["no partition column", someKey({ partition: null }, { partition: null }), someTableEvidence({ without: ["kafkaPartition"] }), null],
  ["a negative partition is one", someKey({ partition: "-1" }, { partition: "0" }), someTableEvidence(), true],
])("more than one partition of one topic: %s", (_, key, table, expected) => {
  expect(hasSeveralPartitions(key, table)).toBe(expected);
});
