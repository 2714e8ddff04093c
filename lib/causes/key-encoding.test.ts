import { expect, test } from "vitest";
import { hasSameKeyValue } from "#lib/causes/key-encoding.ts";
import { someKey, someTableEvidence } from "#lib/testing/causes.ts";

test.each<[string, ReturnType<typeof someKey>, ReturnType<typeof someTableEvidence>, boolean | null]>([
  ["all read as the key", someKey({ keyBytesHex: "37" }, { keyBytesHex: "3037" }), someTableEvidence(), true],
  ["one reads as something else", someKey({}, { keyBytesHex: "38", keyReads: false }), someTableEvidence(), false],
  ["one cannot be read", someKey({}, { keyBytesHex: "0000000011ff", keyReads: null }), someTableEvidence(), null],
  [
    "one cannot be read, another is something else",
    someKey({ keyReads: false }, { keyBytesHex: "38", keyReads: null }),
    someTableEvidence(),
    false,
  ],
  [
    "equal behind a schema id",
    someKey({ keyBytesHex: "0000000011ff", keyReads: null }, { keyBytesHex: "0000000017ff", keyReads: null }),
    someTableEvidence(),
    true,
  ],
  [
    "other bytes behind a schema id",
    someKey({ keyBytesHex: "0000000011ff", keyReads: null }, { keyBytesHex: "0000000017fe", keyReads: null }),
    someTableEvidence(),
    null,
  ],
  ["a row without bytes", someKey({}, { keyBytesHex: null, keyReads: null }), someTableEvidence(), null],
  ["a row without bytes beside something else", someKey({ keyReads: false }, { keyBytesHex: "" }), someTableEvidence(), false],
  ["no column for bytes", someKey({ keyBytesHex: null }, { keyBytesHex: null }), someTableEvidence({ without: ["kafkaKey"] }), null],
])("all key bytes mean the business key: %s", (_, key, table, expected) => {
  expect(hasSameKeyValue(key, table)).toBe(expected);
});
