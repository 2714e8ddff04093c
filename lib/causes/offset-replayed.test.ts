import { expect, test } from "vitest";
import { sharesOffset } from "#lib/causes/offset-replayed.ts";
import { someKey, someTableEvidence } from "#lib/testing/causes.ts";

test.each<[string, ReturnType<typeof someKey>, ReturnType<typeof someTableEvidence>, boolean | null]>([
  ["equal coordinates, bytes and timestamp", someKey({ offset: "5" }, { offset: "5" }), someTableEvidence(), true],
  ["another timestamp", someKey({ offset: "5" }, { offset: "5", kafkaTimestamp: "2000" }), someTableEvidence(), false],
  ["other key bytes", someKey({ offset: "5" }, { offset: "5", keyBytesHex: "38" }), someTableEvidence(), false],
  ["a timestamp that one row lacks", someKey({ offset: "5" }, { offset: "5", kafkaTimestamp: null }), someTableEvidence(), true],
  ["empty bytes beside some", someKey({ offset: "5" }, { offset: "5", keyBytesHex: "" }), someTableEvidence(), true],
  ["another partition", someKey({ offset: "5" }, { offset: "5", partition: "4" }), someTableEvidence(), false],
  ["another topic", someKey({ offset: "5" }, { offset: "5", topic: "orders.v2" }), someTableEvidence(), false],
  [
    "no topic column",
    someKey({ offset: "5", topic: null }, { offset: "5", topic: null }),
    someTableEvidence({ without: ["kafkaTopic"] }),
    true,
  ],
  ["a row without coordinates", someKey({}, { partition: null, offset: null }), someTableEvidence(), null],
  ["a replay beside a row without coordinates", someKey({ offset: "5" }, { offset: "5" }, { offset: null }), someTableEvidence(), true],
  ["no offset column", someKey({ offset: null }, { offset: null }), someTableEvidence({ without: ["kafkaOffset"] }), null],
])("two rows are one Kafka record: %s", (_, key, table, expected) => {
  expect(sharesOffset(key, table)).toBe(expected);
});
