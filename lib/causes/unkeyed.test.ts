import { expect, test } from "vitest";
import { lacksKeyBytes } from "#lib/causes/unkeyed.ts";
import { someKey, someTableEvidence } from "#lib/testing/causes.ts";

test.each<[string, ReturnType<typeof someKey>, ReturnType<typeof someTableEvidence>, boolean | null]>([
  ["two rows without bytes", someKey({ keyBytesHex: null }, { keyBytesHex: null }), someTableEvidence(), true],
  ["empty bytes and none", someKey({ keyBytesHex: "" }, { keyBytesHex: null }), someTableEvidence(), true],
  ["one row without bytes", someKey({ keyBytesHex: null }, {}), someTableEvidence(), false],
  [
    "rows that never were in Kafka",
    someKey(...["0", "1"].map((position) => ({ position, partition: null, offset: null, keyBytesHex: null }))),
    someTableEvidence(),
    false,
  ],
  ["an offset without a partition", someKey({ partition: null, keyBytesHex: null }, { keyBytesHex: null }), someTableEvidence(), true],
  ...(["kafkaOffset", "kafkaPartition"] as const).map(
    (column): [string, ReturnType<typeof someKey>, ReturnType<typeof someTableEvidence>, null] => [
      `rows that may have been in Kafka, which ${column} would tell`,
      someKey(...["0", "1"].map((position) => ({ position, partition: null, offset: null, keyBytesHex: null }))),
      someTableEvidence({ without: [column] }),
      null,
    ],
  ),
  ["no column for bytes", someKey({ keyBytesHex: null }, { keyBytesHex: null }), someTableEvidence({ without: ["kafkaKey"] }), null],
])("records came without a key: %s", (_, key, table, expected) => {
  expect(lacksKeyBytes(key, table)).toBe(expected);
});
