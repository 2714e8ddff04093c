import { expect, test } from "vitest";
import { isNotDeleted } from "#lib/causes/appended-without-delete.ts";
import { aKeyDelete, someKey, someTableEvidence } from "#lib/testing/causes.ts";

test.each<[string, ReturnType<typeof someKey>, ReturnType<typeof someTableEvidence>, boolean | null]>([
  [
    "no delete at all",
    { ...someKey({ sequenceNumber: "1", eventTime: "1000" }, { sequenceNumber: "2", eventTime: "2000" }), deletes: [] },
    someTableEvidence(),
    true,
  ],
  [
    "no delete at all, in format version 1, which numbers no commits",
    { ...someKey({ sequenceNumber: null, eventTime: "1000" }, { sequenceNumber: null, eventTime: "2000" }), deletes: [] },
    someTableEvidence(),
    true,
  ],
  [
    "an older one",
    {
      ...someKey({ sequenceNumber: "2", eventTime: "1000" }, { sequenceNumber: "3", eventTime: "2000" }),
      deletes: [aKeyDelete({ sequenceNumber: "1" })],
    },
    someTableEvidence(),
    true,
  ],
  [
    "one of the row's own commit",
    {
      ...someKey({ sequenceNumber: "2", eventTime: "1000" }, { sequenceNumber: "3", eventTime: "2000" }),
      deletes: [aKeyDelete({ sequenceNumber: "2" })],
    },
    someTableEvidence(),
    true,
  ],
  [
    "a newer one",
    {
      ...someKey({ sequenceNumber: "1", eventTime: "1000" }, { sequenceNumber: "2", eventTime: "2000" }),
      deletes: [aKeyDelete({ sequenceNumber: "2" })],
    },
    someTableEvidence(),
    false,
  ],
  [
    "a newer one by more columns",
    {
      ...someKey({ sequenceNumber: "1", eventTime: "1000" }, { sequenceNumber: "2", eventTime: "2000" }),
      deletes: [aKeyDelete({ columns: ["order_id", "store"] })],
    },
    someTableEvidence(),
    false,
  ],
  [
    "a newer one by other columns that are another row's",
    {
      ...someKey({ sequenceNumber: "1", eventTime: "1000" }, { sequenceNumber: "2", eventTime: "2000" }),
      deletes: [aKeyDelete({ columns: ["store"], names: [1] })],
    },
    someTableEvidence(),
    true,
  ],
  [
    "a newer one by other columns that are the row's",
    {
      ...someKey({ sequenceNumber: "1", eventTime: "1000" }, { sequenceNumber: "2", eventTime: "2000" }),
      deletes: [aKeyDelete({ columns: ["store"], names: [0] })],
    },
    someTableEvidence(),
    false,
  ],
  [
    "a compacted row below the survivor",
    { ...someKey({ sequenceNumber: "5", compacted: true, eventTime: "1000" }, { sequenceNumber: "6", eventTime: "2000" }), deletes: [] },
    someTableEvidence(),
    true,
  ],
  [
    "a compacted row beside the survivor",
    {
      ...someKey({ sequenceNumber: "5", compacted: true, eventTime: "1000" }, { sequenceNumber: "5", compacted: true, eventTime: "2000" }),
      deletes: [],
    },
    someTableEvidence(),
    null,
  ],
  [
    "a row of a commit that is not known, beside the survivor",
    {
      ...someKey({ sequenceNumber: "5", compacted: null, eventTime: "1000" }, { sequenceNumber: "5", compacted: null, eventTime: "2000" }),
      deletes: [],
    },
    someTableEvidence(),
    null,
  ],
  [
    "a row of a commit that is not known, in a table that never deletes",
    {
      ...someKey({ sequenceNumber: "5", compacted: null, eventTime: "1000" }, { sequenceNumber: "5", compacted: null, eventTime: "2000" }),
      deletes: [],
    },
    someTableEvidence({ neverDeletes: true }),
    true,
  ],
  [
    "two rows of two commits that are not known",
    {
      ...someKey({ sequenceNumber: "5", compacted: null, eventTime: "1000" }, { sequenceNumber: "6", compacted: null, eventTime: "2000" }),
      deletes: [],
    },
    someTableEvidence(),
    null,
  ],
  [
    "a row of a commit that is not known, below a survivor that was appended",
    {
      ...someKey({ sequenceNumber: "5", compacted: null, eventTime: "1000" }, { sequenceNumber: "6", eventTime: "2000" }),
      deletes: [],
    },
    someTableEvidence(),
    true,
  ],
  [
    "an appended row below a survivor of a commit that is not known",
    {
      ...someKey({ sequenceNumber: "5", eventTime: "1000" }, { sequenceNumber: "6", compacted: null, eventTime: "2000" }),
      deletes: [],
    },
    someTableEvidence(),
    true,
  ],
  [
    "a compacted row, and one that was only appended",
    {
      ...someKey(
        { sequenceNumber: "5", compacted: true, eventTime: "1000" },
        { sequenceNumber: "4", eventTime: "1500" },
        { sequenceNumber: "5", compacted: true, eventTime: "2000" },
      ),
      deletes: [],
    },
    someTableEvidence(),
    true,
  ],
])("no delete is newer than the stale row: %s", (_, key, table, expected) => {
  expect(isNotDeleted(key, table)).toBe(expected);
});
