import { expect, test } from "vitest";
import { isDeletedElsewhere } from "#lib/causes/delete-in-other-partition.ts";
import { aKeyDelete, someKey, someTableEvidence } from "#lib/testing/causes.ts";

test.each<[string, ReturnType<typeof someKey>, ReturnType<typeof someTableEvidence>, boolean | null]>([
  [
    "in another partition",
    {
      ...someKey({ sequenceNumber: "1", scope: "spec 0, day=1", eventTime: "1000" }, { sequenceNumber: "2", eventTime: "2000" }),
      deletes: [aKeyDelete({ scope: "spec 0, day=2" })],
    },
    someTableEvidence(),
    true,
  ],
  [
    "in its own partition",
    {
      ...someKey({ sequenceNumber: "1", scope: "spec 0, day=1", eventTime: "1000" }, { sequenceNumber: "2", eventTime: "2000" }),
      deletes: [aKeyDelete({ scope: "spec 0, day=1" })],
    },
    someTableEvidence(),
    false,
  ],
  [
    "in another spec than an unpartitioned file's",
    {
      ...someKey({ sequenceNumber: "1", eventTime: "1000" }, { sequenceNumber: "2", eventTime: "2000" }),
      deletes: [aKeyDelete({ scope: "spec 1, day=1" })],
    },
    someTableEvidence(),
    true,
  ],
  [
    "for the whole table",
    {
      ...someKey({ sequenceNumber: "1", scope: "spec 0, day=1", eventTime: "1000" }, { sequenceNumber: "2", eventTime: "2000" }),
      deletes: [aKeyDelete({ scope: null })],
    },
    someTableEvidence(),
    false,
  ],
  [
    "one elsewhere and one in its own",
    {
      ...someKey({ sequenceNumber: "1", scope: "spec 0, day=1", eventTime: "1000" }, { sequenceNumber: "2", eventTime: "2000" }),
      deletes: [aKeyDelete({ scope: "spec 0, day=1" }), aKeyDelete({ scope: "spec 0, day=2" })],
    },
    someTableEvidence(),
    false,
  ],
  [
    "only an older one elsewhere",
    {
      ...someKey({ sequenceNumber: "3", scope: "spec 0, day=1", eventTime: "1000" }, { sequenceNumber: "4", eventTime: "2000" }),
      deletes: [aKeyDelete({ scope: "spec 0, day=2" })],
    },
    someTableEvidence(),
    false,
  ],
  [
    "elsewhere, newer than a compaction of the row",
    {
      ...someKey(
        { sequenceNumber: "5", compacted: true, scope: "spec 0, day=1", eventTime: "1000" },
        { sequenceNumber: "5", compacted: true, eventTime: "2000" },
      ),
      deletes: [aKeyDelete({ sequenceNumber: "6", scope: "spec 0, day=2" })],
    },
    someTableEvidence(),
    true,
  ],
  [
    "none that is newer than a compaction of both rows",
    {
      ...someKey(
        { sequenceNumber: "5", compacted: true, scope: "spec 0, day=1", eventTime: "1000" },
        { sequenceNumber: "5", compacted: true, eventTime: "2000" },
      ),
      deletes: [aKeyDelete({ sequenceNumber: "4", scope: "spec 0, day=2" })],
    },
    someTableEvidence(),
    null,
  ],
  [
    "of any of two stale rows",
    {
      ...someKey(
        { sequenceNumber: "1", scope: "spec 0, day=1", eventTime: "1000" },
        { sequenceNumber: "1", scope: "spec 0, day=2", eventTime: "1500" },
        { sequenceNumber: "2", eventTime: "2000" },
      ),
      deletes: [aKeyDelete({ scope: "spec 0, day=2" })],
    },
    someTableEvidence(),
    true,
  ],
])("newer deletes lie elsewhere: %s", (_, key, table, expected) => {
  expect(isDeletedElsewhere(key, table)).toBe(expected);
});
